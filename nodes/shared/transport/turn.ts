import type { RateReport } from './rate';
import type { Spender } from './spending';

/** The right to make one call; `settle` tells what its answer said, or nothing when none came. */
export interface Lease {
	settle(report: RateReport | undefined): void;
}

/** What a call asks for. */
export interface TakeOptions {
	/** Latest moment at which the call may leave, in ms since the epoch. */
	deadline: number;
	signal?: AbortSignal;
	/** Whether nobody waits for it before a screen: it comes after those, and leaves some calls of each window to them. */
	background?: boolean;
	/** Whether it may use the last of the day's calls: a write, or a run by hand. */
	essential?: boolean;
	/** Calls that may leave in any 24 hours; no limit when 0 or left out. */
	dailyCalls?: number;
	spender?: Spender;
}

/** No call may leave before the deadline; `waitMs` is unknown where only answers that are still to come can tell. */
export class BudgetExhausted extends Error {
	constructor(readonly waitMs?: number) {
		super(waitMs === undefined ? 'No call may leave before those under way are answered' : `No call may leave within ${waitMs} ms`);
	}
}

/** The calls of 24 hours are spent. */
export class DayExhausted extends Error {
	constructor(
		/** Calls of the last 24 hours. */
		readonly spent: number,
		/** When the next one may leave, in ms since the epoch. */
		readonly goesOnAt: number,
		/** Who has spent most. */
		readonly topSpenders: string[],
	) {
		super(`${spent} calls were made in 24 hours`);
	}
}

/** Who waits for his turn. */
export interface Waiter extends TakeOptions {
	/** Until when it may wait for the answers of others, which alone tell whether anything is left. */
	answersBy: number;
	resolve(lease: Lease): void;
	reject(error: unknown): void;
}
