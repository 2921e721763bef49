import type { IDataObject } from 'n8n-workflow';
import type { Call } from '../api/endpoints';
import type { FreeCall, PathNames } from '../api/route';
import type { Advice } from './explain';

/** How a node run treats the rate limit. */
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

/** What a call carries besides its method and path. */
interface Carried {
	query?: IDataObject;
	body?: IDataObject;
	advice?: Advice;
}

/** What a call carries whose path is chosen at run time. */
export interface FreeValues extends Carried {
	/** What stands for the names in the path; one that is missing is refused. */
	params?: Record<string, unknown>;
	/** Whether the call is made once at most, although its method says that a repeat does no harm. */
	isOnce?: boolean;
	/** Whether nobody else in the run asks for the same: a page that only leads on would keep its whole list in memory. */
	isPassing?: boolean;
}

/** What a call carries: for each name in its path a value, and what else there is. */
export type CallArguments<C extends Call> = [PathNames<C>] extends [never]
	? [values?: Carried]
	: [values: Carried & { params: { [Name in PathNames<C>]: unknown } }];

/** Makes a call of the API. @throws ClubError */
export type Send = <C extends Call>(call: C, ...values: CallArguments<C>) => Promise<IDataObject>;

/** Makes a call that is chosen at run time. @throws ClubError */
export type FreeSend = (call: FreeCall, values?: FreeValues) => Promise<IDataObject>;
