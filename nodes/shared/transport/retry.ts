import type { Method } from '../api/endpoints';

/** Statuses below 500 of a gateway that did not wait for the answer of the club. The call may have been applied. */
const CUT_OFF = new Set([408, 425, 499]);

const TRANSIENT = new Set([500, 502, 503, 504]);

export const isUnclear = (status: number): boolean => status >= 500 || CUT_OFF.has(status);

/** Whether the same call may succeed a moment later. Statuses from 520 to 530 come from a gateway. */
const isTransient = (status: number): boolean => TRANSIENT.has(status) || CUT_OFF.has(status) || (status >= 520 && status <= 530);

/** Whether a status says that the club could not be asked, whoever sent it. */
export const isUnavailable = (status: number): boolean => status !== 500 && isTransient(status);

/** Whether a call may be repeated: a read, a write whose repeat does no harm (PUT of a state, DELETE), or a POST. */
export type Repeat = 'read' | 'repeatable' | 'once';

export const REPEAT: Readonly<Record<Method, Repeat>> = { GET: 'read', PUT: 'repeatable', DELETE: 'repeatable', POST: 'once' };

export interface Outcome {
	/** HTTP status, and 429 for any refusal of the rate limit; absent if there was no readable answer. */
	status?: number;
	/** False only if the request certainly never reached the club. */
	sent: boolean;
	retryAfterMs?: number;
}

interface RetryState {
	now: number;
	/** Until when a call may wait if the club asks for it. */
	deadline: number;
	windowMs: number;
	reached: boolean;
}

/** How long to wait before the call is made again, in milliseconds; `quota`: the club has refused calls for longer than its window can last. */
type Decision = number | 'stop' | 'quota';

/** Failures after which a call stops (§7.2: retry with backoff). */
export const MAX_FAILURES = 4;

/** The same for an address that has never answered in this run. It is probably wrong, so waiting does not help. */
const MAX_UNREACHED = 2;

/** First and longest wait between failures, in milliseconds. */
export const BACKOFF_MS = { first: 1000, longest: 30_000 } as const;

/** How long a failing call is repeated, however long it may wait for the rate limit, in milliseconds. */
const REPEATING_MS = 60_000;

const QUOTA_WINDOWS = 2;

export class Attempts {
	mayBeDone = false;

	private failures = 0;
	private failingSince: number | undefined;
	private refusedSince: number | undefined;

	constructor(private readonly most = MAX_FAILURES) {}

	/**
	 * Records how an attempt ended, and decides whether the call is made again, and when (§7.2). A POST is repeated only if it was refused
	 * or never reached the club: a second one would create a second record. An answer that says what is wrong is never repeated.
	 * @param repeat of the call that the attempt ended with
	 */
	after(repeat: Repeat, { status, sent, retryAfterMs }: Outcome, { now, deadline, windowMs, reached }: RetryState): Decision {
		if (status === 429) {
			// A refused call was not applied, so any call may be repeated. The budget decides when, and whether that is too late.
			this.refusedSince ??= now;
			return now - this.refusedSince > QUOTA_WINDOWS * windowMs ? 'quota' : 0;
		}
		this.refusedSince = undefined;
		this.failingSince ??= now;
		this.failures++;
		this.mayBeDone ||= sent && repeat !== 'read';
		if (status !== undefined && !isTransient(status)) return 'stop';
		if (repeat === 'once' && sent) return 'stop';
		if (this.failures >= Math.min(this.most, sent || reached ? MAX_FAILURES : MAX_UNREACHED)) return 'stop';
		const ceiling = Math.min(BACKOFF_MS.longest, BACKOFF_MS.first * 2 ** (this.failures - 1));
		const afterMs = retryAfterMs ?? ceiling * (0.5 + Math.random() / 2);
		const until = this.failingSince + REPEATING_MS;
		return now + afterMs > (retryAfterMs === undefined ? until : Math.max(until, deadline)) ? 'stop' : afterMs;
	}
}
