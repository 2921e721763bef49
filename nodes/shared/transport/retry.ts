/** How far a call may be repeated: a read, a write whose repeat does no harm (PUT of a state, DELETE), or a POST. */
export type Repeat = 'read' | 'repeatable' | 'once';

/** How one attempt of a call ended. */
export interface Outcome {
	/** HTTP status; absent when no answer came. */
	status?: number;
	/** False only when the request certainly never reached the club. */
	sent: boolean;
	/** Retry-After of the answer, in milliseconds. */
	retryAfterMs?: number;
}

export interface RetryState {
	/** Unclear failures so far, this one included. */
	failures: number;
	/** When the first of the refusals (429) in a row came, in ms since the epoch. */
	firstRefusalAt?: number;
	now: number;
	/** Latest moment at which a further attempt may start. */
	deadline: number;
	windowMs: number;
	random: () => number;
}

export type Decision =
	/** The outcome stands. */
	| { kind: 'done' }
	| { kind: 'retry'; afterMs: number }
	| { kind: 'giveUp'; why: 'notRepeatable' | 'tooManyFailures' | 'deadline' | 'quota' };

/** Failures after which a call is given up (§7.2: retry with backoff). */
export const MAX_FAILURES = 4;

/** First and longest wait between failures, in milliseconds. */
export const BACKOFF_MS = { first: 1000, longest: 30_000 } as const;

/** Windows of refusals after which the 30-day limit is probably reached (§8). */
export const QUOTA_WINDOWS = 2;

/** Statuses that may pass by themselves (§7.2). */
const PASSING = new Set([500, 502, 503, 504]);

const giveUp = (why: Extract<Decision, { kind: 'giveUp' }>['why']): Decision => ({ kind: 'giveUp', why });

function retry(afterMs: number, { now, deadline }: RetryState): Decision {
	return now + afterMs > deadline ? giveUp('deadline') : { kind: 'retry', afterMs };
}

/** A refused call was not applied, so it may be repeated whatever it is; the budget knows when. */
function afterRefusal(state: RetryState): Decision {
	const since = state.now - (state.firstRefusalAt ?? state.now);
	return since > QUOTA_WINDOWS * state.windowMs ? giveUp('quota') : retry(0, state);
}

function afterFailure(outcome: Outcome, state: RetryState): Decision {
	if (state.failures >= MAX_FAILURES) return giveUp('tooManyFailures');
	const ceiling = Math.min(BACKOFF_MS.longest, BACKOFF_MS.first * 2 ** (state.failures - 1));
	return retry(outcome.retryAfterMs ?? ceiling * (0.5 + state.random() / 2), state);
}

/**
 * Whether a call is made again, and when (§7.2). Only what is safe is repeated: a POST only if it was refused or
 * never reached the club; an answer that says what is wrong is never sent again unchanged.
 */
export function decide(repeat: Repeat, outcome: Outcome, state: RetryState): Decision {
	const { status, sent } = outcome;
	if (status === 429) return afterRefusal(state);
	if (status !== undefined && !PASSING.has(status)) return { kind: 'done' };
	if (repeat === 'once' && sent) return giveUp('notRepeatable');
	// An address that is wrong does not get better: one more try is enough.
	if (!sent && state.failures > 1) return giveUp('tooManyFailures');
	return afterFailure(outcome, state);
}
