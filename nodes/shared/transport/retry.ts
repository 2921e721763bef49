import type { Method } from '../api/endpoints';

/** Statuses below 500 that say as little of what came of a call as those above: whoever stands between has not waited for its answer. */
const CUT_OFF = new Set([408, 425, 499]);

/** Statuses of a club that may get over it by itself (§7.2). */
const PASSING = new Set([500, 502, 503, 504]);

/**
 * Whether an answer leaves open what came of the call.
 * @reading cutOff
 */
export const isUnclear = (status: number): boolean => status >= 500 || CUT_OFF.has(status);

/** Whether the same call may be answered otherwise a moment later; from 520 to 530 it is again somebody between who speaks. */
const isTransient = (status: number): boolean => PASSING.has(status) || CUT_OFF.has(status) || (status >= 520 && status <= 530);

/** How far a call may be repeated: a read, a write whose repeat does no harm (PUT of a state, DELETE), or a POST. */
export type Repeat = 'read' | 'repeatable' | 'once';

/** How far the calls of each method may be repeated. */
export const REPEAT: Readonly<Record<Method, Repeat>> = { GET: 'read', PUT: 'repeatable', DELETE: 'repeatable', POST: 'once' };

/** How one attempt of a call ended. */
export interface Outcome {
	/** HTTP status, 429 for any refusal of a limit; absent when no answer came that could be read. */
	status?: number;
	/** False only when the request certainly never reached the club. */
	sent: boolean;
	/** Retry-After of the answer, in milliseconds. */
	retryAfterMs?: number;
}

/** What came before; times in ms since the epoch. */
export interface RetryState {
	now: number;
	/** Unclear failures so far, this one included. */
	failures: number;
	/** When the first failure came; time spent waiting for the rate limit since then does not count. */
	failingSince: number;
	/** When the first of the refusals (429) in a row came. */
	refusedSince: number;
	/** Until when a call may wait because the club asks for it. */
	deadline: number;
	windowMs: number;
	/** Whether a call of this run has reached the club. */
	reached: boolean;
	random: () => number;
}

type Decision =
	| { kind: 'retry'; afterMs: number }
	/** The outcome stands. */
	| { kind: 'stop' }
	/** The club has refused calls for longer than its window can last. */
	| { kind: 'quota' };

/** Failures after which a call is given up (§7.2: retry with backoff). */
export const MAX_FAILURES = 4;

/** Failures after which an address is given up that nobody has answered at yet: one that is wrong does not get better. */
const MAX_UNREACHED = 2;

/** First and longest wait between failures, in milliseconds. */
export const BACKOFF_MS = { first: 1000, longest: 30_000 } as const;

/** How long repeats after failures may go on, whatever the patience with the rate limit, in milliseconds. */
const REPEATING_MS = 60_000;

/** Windows of refusals after which the 30-day limit is probably reached (§8). */
const QUOTA_WINDOWS = 2;

const STOP: Decision = { kind: 'stop' };

/** A refused call was not applied, so it may be repeated whatever it is; the budget knows when, and whether that is too late. */
const afterRefusal = ({ now, refusedSince, windowMs }: RetryState): Decision =>
	now - refusedSince > QUOTA_WINDOWS * windowMs ? { kind: 'quota' } : { kind: 'retry', afterMs: 0 };

function afterFailure({ sent, retryAfterMs }: Outcome, state: RetryState): Decision {
	if (state.failures >= (sent || state.reached ? MAX_FAILURES : MAX_UNREACHED)) return STOP;
	const ceiling = Math.min(BACKOFF_MS.longest, BACKOFF_MS.first * 2 ** (state.failures - 1));
	const afterMs = retryAfterMs ?? ceiling * (0.5 + state.random() / 2);
	const until = state.failingSince + REPEATING_MS;
	return state.now + afterMs > (retryAfterMs === undefined ? until : Math.max(until, state.deadline)) ? STOP : { kind: 'retry', afterMs };
}

/**
 * Whether a call is made again, and when (§7.2). Only what is safe is repeated: a POST only if it was refused or
 * never reached the club; an answer that says what is wrong is never sent again unchanged.
 */
export function decide(repeat: Repeat, outcome: Outcome, state: RetryState): Decision {
	const { status, sent } = outcome;
	if (status === 429) return afterRefusal(state);
	if (status !== undefined && !isTransient(status)) return STOP;
	return repeat === 'once' && sent ? STOP : afterFailure(outcome, state);
}

/** The attempts at one call: what has come of them, and whether there is another one. */
export class Attempts {
	/** Whether a write may have been applied by an attempt that seemed to fail. */
	mayBeDone = false;

	private failures = 0;
	private failingSince: number | undefined;
	private refusedSince: number | undefined;

	/** Time spent waiting for the rate limit is no time of failing. */
	waited(ms: number): void {
		if (this.failingSince !== undefined) this.failingSince += ms;
	}

	/** Takes in how an attempt ended, and decides what follows. @param repeat of the call that it ended with */
	after(repeat: Repeat, outcome: Outcome, given: Omit<RetryState, 'failures' | 'failingSince' | 'refusedSince'>): Decision {
		const { now } = given;
		if (outcome.status === 429) {
			this.refusedSince ??= now;
		} else {
			this.refusedSince = undefined;
			this.failingSince ??= now;
			this.failures++;
			this.mayBeDone ||= outcome.sent && repeat !== 'read';
		}
		return decide(repeat, outcome, {
			...given,
			failures: this.failures,
			failingSince: this.failingSince ?? now,
			refusedSince: this.refusedSince ?? now,
		});
	}
}
