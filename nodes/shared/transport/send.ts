import type { IDataObject } from 'n8n-workflow';
import type { Call, FreeCall, PathNames } from '../api/endpoints';
import { templateOf } from '../api/endpoints';
import type { Advice } from './explain';
import type { HttpAnswer, Silence } from './http';
import { InvalidInput } from './errors';

/** How long a call may take. */
export interface Patience {
	/** Longest time in milliseconds that one call may wait for its turn; 0 never waits. */
	maxWaitMs: number;
	/** How long the club may take to answer a call, in milliseconds; a minute when left out. */
	timeoutMs?: number;
	/** Whether the panel has options for it, which an error may name. */
	hasOptions?: boolean;
}

/** How long a call of a trigger waits for its turn once its event is received, in milliseconds. */
export const TRIGGER_WAIT_MS = 3_600_000;

/**
 * The record that the body of a write is made of, where the API takes the complete state of it. It is read with a turn that is taken
 * together with that of the write, and again before each repeat: what others have changed meanwhile would be written back.
 */
export interface Basis {
	/** Its read, with the same values in its path. */
	call: FreeCall;
	query?: IDataObject;
	/** The body, from the record as it is; none where nothing would change, so that the record is the answer. */
	complete(record: IDataObject): IDataObject | undefined;
}

/** What a call carries besides its method and path. */
export interface CallValues {
	/** What stands for the names in the path; one that is missing is refused. */
	params?: Record<string, unknown>;
	query?: IDataObject;
	body?: IDataObject;
	/** What the body is made of in the moment before it is sent; `body` then says only what is wanted. */
	basis?: Basis;
	advice?: Advice;
	/** Whether the call is made once at most, although its method says that a repeat does no harm. */
	neverRepeat?: boolean;
	/** Whether nobody else in the run asks for the same: a page that only leads on would keep its whole list in memory. */
	skipCache?: boolean;
	/** Is told of each answer as it came, whatever it is, and how long it took in milliseconds. */
	witness?: (answer: HttpAnswer | Silence, milliseconds: number) => void;
}

/** Makes a call of the spec, with a value for each name in its path. @throws ClubError */
export type Send = <C extends Call>(
	call: C,
	...values: [PathNames<C>] extends [never] ? [values?: CallValues] : [values: CallValues & { params: Record<PathNames<C>, unknown> }]
) => Promise<IDataObject>;

/** Makes a call that is chosen at run time, or one that the spec does not show. @throws ClubError */
export type Request = (call: FreeCall, values?: CallValues) => Promise<IDataObject>;

/**
 * The path of a call with its ids in place, each one encoded as a single segment.
 * A value that could climb out of its segment (`.`, `..`) or is empty is refused.
 */
export const pathOf = (call: FreeCall, values: Record<string, unknown>): string =>
	templateOf(call).replace(/\{(\w+)\}/g, (_, name: string) => {
		const segment = String(values[name] ?? '');
		if (!/[^.\s]/.test(segment)) {
			throw new InvalidInput(`"${segment}" cannot be used as ${name}`, 'Enter the ID as the API shows it.');
		}
		return encodeURIComponent(segment);
	});

/** The reads of one run: the same one is made once, until something may have changed what it gives. */
export class Reads {
	private readonly made = new Map<string, Promise<IDataObject>>();

	/** The answer that is known by this key, or that of a read made now; a failed one is not kept. */
	async of(key: string, read: () => Promise<IDataObject>): Promise<IDataObject> {
		const known = this.made.get(key);
		if (known) return structuredClone(await known);
		const answer = read();
		this.made.set(key, answer);
		answer.catch(() => this.made.delete(key));
		return await answer;
	}

	forget(): void {
		this.made.clear();
	}
}
