import type { IDataObject } from 'n8n-workflow';
import { methodOf, type Call, type EmailLookUp, type PeopleCall } from '../shared/api/endpoints';
import type { Page } from '../shared/lists/pages';
import type { Advice } from '../shared/transport/explain';
import { fieldsIn, type Field, type Values } from './fields/field';
import { dryRunOption, fieldsOption, listFields, listOptions, maxWait, OPTIONS, simplifyOption, type AnyValues } from './fields/fields';
import type { Session } from './calls/session';
import type { TimeRange } from './calls/telemetry';

/** The output of an operation for one input item: one record, several, or pages as they arrive. */
export type Output = IDataObject | IDataObject[] | AsyncIterable<Page>;

/** Whether to keep a row; `end` if neither this row nor a later one can match. */
export type Keep = (row: IDataObject) => boolean | 'end' | Promise<boolean>;

export interface List<P> {
	/** The interval, if it is too long for one read and is read in windows (§8). */
	span?: (values: P) => TimeRange | undefined;
	/** Changes the query, if the API lacks a filter or an order. */
	query?: (query: IDataObject, values: P) => IDataObject;
	/** The ID that sorts a plain array, newest first: it comes in one call, and `limit` must not cut off its newest rows. */
	newestBy?: string;
	/** Adds data from other calls to the rows of each page, page by page. */
	complete?: (values: P, session: Session) => ((rows: readonly IDataObject[]) => Promise<IDataObject[]>) | undefined;
	/** Filters that the API does not have. The other rows are read too. */
	keep?: (values: P, session: Session) => Keep | undefined;
	/** The properties that `keep` compares. If no row has one of them, the list fails instead of returning nothing. */
	keptBy?: (values: P) => readonly string[];
}

export interface Operation<P = never, Shared = unknown, Before = unknown> {
	/** Value of the parameter `operation`; never changes. */
	value: string;
	name: string;
	action: string;
	description: string;
	notice?: string;
	/** The API calls it chooses from; the one with the most path values that are filled in is made. */
	calls: readonly Call[];
	/** Whether the user chooses the call, so that it can read or write. */
	isFree?: boolean;
	cost?: string;
	fields: readonly Field[];
	/** Its own advice for errors of the call. */
	advice?: Advice;
	/** The properties in the API description (§2), IDs last. `options.simplify` keeps them, after the names of the record. */
	simplify?: readonly string[];
	list?: List<P>;
	choose?(values: P): Call;
	/** Refuses values that cannot be combined, before any call. */
	check?(values: P): void;
	/** Whether a spoilt name or phone number counts as an empty one, which keeps the known value. Otherwise it is refused. */
	spoiltIsBlank?: true;
	lookUp?: EmailLookUp;
	current?: PeopleCall;
	/** Creates what the items of a run share, besides the club. */
	prepare?(): Shared;
	/** Looks up what an item must know before its first write. What that write makes would change the answer. */
	before?(session: Session, values: P, shared: Shared): Promise<Before>;
	run?(session: Session, values: P, shared: Shared, before: Before): Promise<Output>;
}

type OwnParts = Operation<AnyValues>;

export interface AnyOperation extends OwnParts {
	/** Its own fields and those that follow from what it does, in the order of the panel. */
	allFields: readonly Field[];
}

export const mayWrite = ({ calls, isFree }: OwnParts): boolean => isFree === true || calls.some((call) => methodOf(call) !== 'GET');

export const givesRecords = ({ calls }: OwnParts): boolean => calls.every((call) => methodOf(call) === 'GET');

/** Whether a field stands behind others: technical ones, and at the end the properties that have no field. */
const rankOf = ({ name, technical }: Field): number => (name === 'additionalProperties' ? 2 : Number(technical ?? false));

function arranged(field: Field): Field {
	if (field.type !== 'collection') return field;
	return { ...field, options: [...fieldsIn(field)].sort((a, b) => rankOf(a) - rankOf(b) || a.displayName.localeCompare(b.displayName)) };
}

function allFieldsOf(operation: OwnParts): Field[] {
	const { list, simplify, fields } = operation;
	const options = [
		...fields.filter(({ name }) => name === 'options').flatMap(fieldsIn),
		...(list ? listOptions : []),
		...(simplify ? [simplifyOption] : []),
		...(givesRecords(operation) ? [fieldsOption] : []),
		...(mayWrite(operation) ? [dryRunOption] : []),
		maxWait,
	];
	const filters = fields.filter(({ name }) => name === 'filters');
	const ownFields = fields.filter(({ name }) => name !== 'options' && name !== 'filters');
	return [...ownFields, ...(list ? listFields : []), ...filters, { ...OPTIONS, options }].map(arranged);
}

/**
 * Declares an operation and infers its parameter types from its fields. The cast is safe: an operation only ever gets the checked values
 * of its own fields (`parameters`).
 */
export const defineOperation = <const F extends readonly Field[], Shared, Before>(
	operation: Omit<Operation<Values<F>, Shared, Before>, 'fields'> & { fields: F },
): AnyOperation => {
	const own = operation as unknown as OwnParts;
	return { ...own, allFields: allFieldsOf(own) };
};

export interface Resource {
	/** Value of the parameter `resource`; never changes. */
	value: string;
	name: string;
	description: string;
	operations: readonly AnyOperation[];
}
