import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';
import type { Advice } from '../shared/transport/explain';
import type { Call, EmailLookUp, PeopleCall } from '../shared/api/endpoints';
import { methodOf } from '../shared/api/endpoints';
import type { Field, Values } from './field';
import type { AnyValues } from './options';
import type { Session } from './session';
import type { TimeRange } from './telemetry';

/** A record with files. It is known by its class, since a server can give its records any properties. */
export class RecordWithFiles {
	constructor(
		readonly json: IDataObject,
		readonly binary: IBinaryKeyData,
	) {}
}

/** What an operation gives for one input item: an object, several, one with files, or pages as they come. */
export type Output = IDataObject | IDataObject[] | RecordWithFiles | AsyncGenerator<IDataObject[]>;

/** Whether a row is wanted; `end` where it is not, and no later one can be. */
export type Keep = (row: IDataObject) => boolean | 'end' | Promise<boolean>;

/** What a list that is read has of its own; the rest is a fact of its call (§4). */
export interface List<P> {
	/** An interval too long for one read, to be read in windows (§8). */
	span?: (values: P) => TimeRange | undefined;
	/** What is asked of the API instead, where it has no such filter or order. */
	query?: (query: IDataObject, values: P) => IDataObject;
	/** Completes the rows of a page, after each other, where the API gives what belongs to them elsewhere. */
	complete?: (values: P, session: Session) => (rows: readonly IDataObject[]) => Promise<IDataObject[]>;
	/** Which rows the user wants, where the API cannot be asked for them alone; they are read all the same. */
	keep?: (values: P, session: Session) => Keep | undefined;
	/** The properties that `keep` compares: where no row has one of them, nothing can be said of who is wanted. */
	keptBy?: (values: P) => readonly string[];
}

/** What the summary of a change names, as people call it. */
export interface SummaryNames {
	/** `Anna Nyström`; an address or an ID where the club does not tell. */
	person: string;
	/** `Anna Nyström's Monthly membership` */
	membership: string;
	/** `Monthly` */
	product: string;
	/** `Spinning on Sun 22 Nov 18:00` */
	class: string;
	/** What the club shows now of the record that would change; nothing where there is none. */
	record?: IDataObject;
	/** A time by the clocks of the workflow: `24 Dec`, `24 Dec 18:30`, `24 Dec 2028`. */
	time(value: unknown): string;
	/** Properties and their values: `Phone +46 40 1, Last Name Smith`. */
	values(properties: object): string;
}

/** One operation: its words for the panel, its parameters, the calls it makes, and what is its own. */
export interface Operation<P = never, Shared = unknown> {
	/** Value of the parameter `operation`; never changes. */
	value: string;
	name: string;
	action: string;
	description: string;
	/** What a user should know before it runs, which the panel says above its fields. */
	notice?: string;
	/** The API call, or the ones it chooses from; the first one that its path values allow is made. */
	calls: readonly Call[];
	/** Whether the user names the call, so that it may read or write. */
	isFree?: boolean;
	/** How many calls an item takes, where that is not one; for the documentation. */
	cost?: string;
	fields: readonly Field[];
	/** What the call may say by itself, in better words. */
	advice?: Advice;
	/** The properties that the spec names (§2), ids last: `options.simplify` keeps them, after what people know a record by. */
	simplify?: readonly string[];
	/** The list that this operation reads. */
	list?: List<P>;
	/** Which call these values ask for, where their path does not tell. */
	choose?(values: P): Call;
	/** Refuses values that do not go together; runs before any call. */
	check?(values: P): void;
	/** The look-up that finds whom the parameter `email` means. */
	lookUp?: EmailLookUp;
	/** The list that shows the current record, which the option Only Changes compares with. */
	current?: PeopleCall;
	/** What it would do, as one sentence without its full stop: "Freeze Anna Nyström's Monthly membership from 24 Dec to 2 Jan". */
	summary?(names: SummaryNames, values: P): string;
	/** What the items of a run share, besides the club. */
	prepare?(): Shared;
	/** Runs one item; without it the call is made with the parameters as they are. */
	run?(session: Session, values: P, shared: Shared): Promise<Output>;
}

/** An operation in the registry, whatever its parameters. */
export type AnyOperation = Operation<AnyValues>;

/** Whether an operation may change the club. */
export const mayWrite = ({ calls, isFree }: AnyOperation): boolean => isFree === true || calls.some((call) => methodOf(call) !== 'GET');

/** Whether records are what an operation is for. */
export const givesRecords = ({ calls, isFree }: AnyOperation): boolean =>
	isFree === true || calls.every((call) => methodOf(call) === 'GET');

/**
 * Declares an operation; its parameter types are read off its fields. The registry forgets them: the values that an operation
 * is given are always those that its own fields were checked into (`parameters`).
 */
export const defineOperation = <const F extends readonly Field[], Shared>(
	operation: Omit<Operation<Values<F>, Shared>, 'fields'> & { fields: F },
): AnyOperation => operation as unknown as AnyOperation;

/** A group of operations in the panel. */
export interface Resource {
	/** Value of the parameter `resource`; never changes. */
	value: string;
	name: string;
	description: string;
	operations: readonly AnyOperation[];
}
