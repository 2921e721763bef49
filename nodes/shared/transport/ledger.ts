import { RATE } from '../api/limits';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../api/time';
import { isObject } from '../api/json';

/** What an answer says about the rate limit (§8). */
export interface RateReport {
	/** Calls that a window allows. */
	limit?: number;
	/** Calls left in this window, after the one that was answered. */
	remaining?: number;
	/** Length of the window in milliseconds, if the limit is written as `50;w=60`. */
	windowMs?: number;
	/** How long to wait before the next call, in milliseconds. */
	retryAfterMs?: number;
	/** Whether the call was refused because of a limit. Such a call was not carried out. */
	refused: boolean;
	/** Whether the monthly limit is reached. Only such a pause is believed in full. */
	quota?: boolean;
}

/** Longest Retry-After that is believed, in milliseconds; the second one is for the monthly limit. */
const LONGEST_RETRY_AFTER_MS = DAY_MS;
const LONGEST_QUOTA_MS = 30 * DAY_MS;

/** Longest window that is believed, in milliseconds: a club that names a longer one would lock its key for that long. */
const LONGEST_WINDOW_MS = HOUR_MS;

/** A header as text. A missing one gives `undefined` as text, which no reader takes for a number or a date. */
function headerOf(headers: Record<string, unknown>, header: string): string {
	const entry = Object.entries(headers).find(([name]) => name.toLowerCase() === header);
	const value: unknown = Array.isArray(entry?.[1]) ? entry[1][0] : entry?.[1];
	return typeof value === 'object' ? '' : String(value).trim();
}

const countIn = (text: string): number | undefined => {
	const digits = /^\d{1,9}/.exec(text)?.[0];
	return digits === undefined ? undefined : Number(digits);
};

/** Requires a time of day: `Date.parse` reads a date out of almost any text. */
const momentIn = (text: string): number => (text.includes(':') ? Date.parse(text) : NaN);

/**
 * The wait of a Retry-After in milliseconds, from seconds or a date. A date is compared with the `Date` of the answer, since the clock
 * of this machine may be wrong by hours. 0 counts as missing: an immediate repeat would be refused again.
 */
function retryAfterOf(headers: Record<string, unknown>, now: number, longest: number): number | undefined {
	const text = headerOf(headers, 'retry-after');
	const until = momentIn(text);
	const sentAt = momentIn(headerOf(headers, 'date'));
	const ms = Number.isNaN(until) ? Number(text) * 1000 : until - (Number.isNaN(sentAt) ? now : sentAt);
	return ms > 0 && Number.isFinite(ms) ? Math.min(ms, longest) : undefined;
}

/** How many characters of a body are searched for a quota. */
const SEARCHED_CHARACTERS = 10_000;

/** The text of a refusal, if it mentions a quota. */
function quotaTextIn(body: unknown): string | undefined {
	const text = (typeof body === 'string' ? body : JSON.stringify(body ?? '')).slice(0, SEARCHED_CHARACTERS);
	return /\bquota\b/i.test(text) ? text : undefined;
}

/** A duration in a text, written as `7.12:34:56` or `12:34:56`, in milliseconds. */
function durationIn(text: string): number | undefined {
	const [, days = '0', ...parts] = /(?:\b(\d{1,2})\.)?\b(\d{1,2}):(\d{2}):(\d{2})\b/.exec(text) ?? [];
	const [hours, minutes, seconds] = parts.map(Number);
	return parts.length > 0 ? Number(days) * DAY_MS + ((hours * 60 + minutes) * 60 + seconds) * 1000 || undefined : undefined;
}

/**
 * Reads what an answer says about the rate limit: its headers in any case, and the text of a refusal. A value that is not a number counts
 * as missing. A 403 that mentions a quota or has a Retry-After is a refusal for the limit, not a missing permission.
 * @param now ms since the epoch, for a Retry-After that is a date if the answer has no date
 * @param fromGateway whether a gateway or a firewall sent the answer: its 403 is a refusal for the limit only if it mentions a quota
 */
export function readRate(status: number, headers: Record<string, unknown>, now: number, body?: unknown, fromGateway = false): RateReport {
	const limitText = headerOf(headers, 'x-ratelimit-limit');
	const reported = countIn(limitText) || undefined;
	// The headers may be about either limit (§8). A count of the month, taken for one of the minute, would let all calls leave at once.
	const limit = reported === RATE.callsPerMonth ? undefined : reported;
	const remaining = countIn(headerOf(headers, 'x-ratelimit-remaining'));
	const isOfMonth = reported !== undefined && (limit === undefined || (remaining ?? 0) > limit);
	const windowSeconds = /;\s*w=(\d{1,9})\b/.exec(limitText)?.[1];
	// A 403 with an ErrorType is another error of the API (§7.1).
	const mayBeRefused = status === 429 || (status === 403 && !(isObject(body) && body.ErrorType));
	const quotaText = mayBeRefused ? quotaTextIn(body) : undefined;
	const quota = quotaText !== undefined || (isOfMonth && remaining === 0);
	const retryAfterMs = retryAfterOf(headers, now, quota ? LONGEST_QUOTA_MS : LONGEST_RETRY_AFTER_MS);
	return {
		limit,
		remaining: isOfMonth ? undefined : remaining,
		windowMs: limit && (Math.min(Number(windowSeconds) * 1000, LONGEST_WINDOW_MS) || undefined),
		retryAfterMs: retryAfterMs ?? durationIn(quotaText ?? ''),
		refused: mayBeRefused && (status === 429 || (quotaText ?? (fromGateway ? undefined : retryAfterMs)) !== undefined),
		...(quota && { quota }),
	};
}

/** A call in progress: what was known when it left. */
interface Departure {
	/** Its number among all calls. */
	order: number;
	/** Answers until then that reported nothing new. */
	staleBefore: number;
}

/** The window of a club key: the calls that it allows, those that are left (null if unknown), and its length. */
export type WindowState = { limit: number; left: number | null; seconds: number };

/** One of this many calls of a window is reserved for people who wait at a screen: 2 of 50. */
const KEPT_ONE_OF = 25;

/**
 * The calls that a club key has left in its window, as far as one process can know (§8). It has no clock of its own.
 *
 * The server's count is the truth. Each answer reports how many calls remain, and the calls of other processes count too.
 * `remaining` is the smallest such number since the last answer to a call that left after it. Calls in flight are subtracted,
 * since the server may not have counted them yet. When nothing remains, the next call leaves when the oldest of our own calls
 * is certainly out of the window: a whole window after its answer came, because the server counted it before that. This is
 * true for a fixed and for a sliding window. The answer to that call says how many remain.
 */
export class Ledger {
	/** When the answers to our calls of this window came. */
	private answered: number[] = [];
	private inFlight = 0;
	private departures = 0;
	/** Calls that remain by the server's count. While it is undefined, a single call leaves to find out. */
	private remaining: number | undefined;
	/** Calls that left before this one may not be counted in `remaining` yet. */
	private reportedAt = 0;
	/** Answers that reported nothing new. A call in flight at that time may have been counted before theirs. */
	private stale = 0;
	/** Our own calls that have left the window since `remaining` was reported: that many more remain. */
	private expired = 0;
	private notBefore = 0;
	/** Whether `notBefore` comes from the monthly limit. */
	private isQuota = false;
	private refusals = 0;
	/** Refusals in a row because of the monthly limit that name no time. One call tests each of them. */
	private tests = 0;
	/** Calls that left before this one could not know of the last refusal. */
	private refusedAt = 0;

	constructor(
		private limit: number = RATE.callsPerWindow,
		private windowMs: number = RATE.windowMs,
		private readonly random: () => number = Math.random,
	) {}

	/** How many calls of a window are reserved for people. */
	get kept(): number {
		return Math.floor(this.limit / KEPT_ONE_OF);
	}

	/** Whether no call may leave because the monthly limit is reached. */
	isUsedUp(now: number): boolean {
		return this.isQuota && this.notBefore > now;
	}

	stateAt(now: number): WindowState {
		this.forget(now);
		const left = this.notBefore > now ? 0 : this.remaining === undefined ? null : Math.max(0, this.remaining - this.inFlight);
		return { limit: this.limit, left, seconds: this.windowMs / 1000 };
	}

	/**
	 * How long no call may leave, in milliseconds; 0 if one may leave, undefined if it depends only on calls in flight.
	 * @param reserved calls that must remain for others
	 */
	waitMs(now: number, reserved: number): number | undefined {
		this.forget(now);
		const pause = Math.max(0, this.notBefore - now);
		if (this.mayLeave(reserved)) return pause;
		if (this.remaining === undefined || this.inFlight > 0) return pause || undefined;
		const missing = reserved + 1 - this.remaining - this.expired;
		return Math.max(pause, this.answered[missing > this.answered.length ? 0 : missing - 1] + this.windowMs - now);
	}

	/** Whether a call may leave, but for a pause. */
	private mayLeave(reserved: number): boolean {
		if (this.remaining === undefined) return this.inFlight === 0;
		if (this.remaining - this.inFlight > reserved) return true;
		if (this.inFlight > 0 || this.expired === 0) return false;
		// One call leaves to find out. If other processes used most of the window, waiting for calls of ours would never free the reserve.
		const missing = reserved + 1 - this.remaining - this.expired;
		return missing <= 0 || missing > this.answered.length;
	}

	/** A call leaves. */
	depart(): Departure {
		this.inFlight++;
		return { order: ++this.departures, staleBefore: this.stale };
	}

	/** A call that had its lease was not made. */
	stay(): void {
		this.inFlight--;
	}

	/** Records what the answer to a call reports; nothing if no answer came. */
	arrive({ order, staleBefore }: Departure, report: RateReport | undefined, now: number): void {
		this.forget(now);
		this.inFlight--;
		if (report?.limit) this.limit = report.limit;
		if (report?.windowMs) this.windowMs = report.windowMs;
		if (report?.refused) return this.backOff(now, order, report);
		this.refusals = 0;
		if (report && order > this.refusedAt) this.notBefore = this.tests = 0;
		this.answered.push(now);
		const reported = report?.remaining ?? this.limit - this.answered.length;
		// A larger number is new only from a call that left after the smaller one was known, minus the calls that overtook it.
		const known = this.remaining ?? reported;
		const certain = reported > known ? reported - (this.stale - staleBefore) : reported;
		const isNews = reported <= known || (order > this.reportedAt && certain > known);
		if (isNews) {
			this.reportedAt = this.departures;
			this.expired = 0;
		} else {
			this.stale++;
			// The smaller number may not have counted this call, so one call fewer has come free.
			this.expired = Math.max(0, this.expired - 1);
		}
		this.remaining = isNews ? certain : known;
		// If the server counts fewer calls than we made, the others are out of its window: a fixed one has started again.
		this.answered = this.answered.slice(-Math.max(1, this.limit - this.remaining));
	}

	private forget(now: number): void {
		const before = this.answered.length;
		this.answered = this.answered.filter((at) => at > now - this.windowMs);
		this.expired += before - this.answered.length;
		if (this.answered.length === 0 && this.inFlight === 0) this.remaining = undefined;
	}

	/**
	 * A call was refused: no call leaves until the time that the club names, or until our own calls are out of the window. If the monthly
	 * limit is reached and the club names no time, one call tests it after 1, 2, 4 ... minutes.
	 */
	private backOff(now: number, order: number, { retryAfterMs, quota = false }: RateReport): void {
		this.refusals++;
		if (quota && retryAfterMs === undefined && order > this.refusedAt) this.tests++;
		this.refusedAt = this.departures;
		this.remaining = undefined;
		const [oldest] = this.answered;
		const share = Math.min(1, 2 ** this.refusals / 16);
		const ours = oldest === undefined ? share * this.windowMs * (0.5 + this.random() / 2) : oldest + this.windowMs - now;
		const tested = Math.min(MINUTE_MS * 2 ** Math.max(0, this.tests - 1), HOUR_MS);
		const jitter = this.random() * Math.min(1000, this.windowMs / 50);
		const ordered = retryAfterMs ?? (quota ? tested : undefined);
		this.isQuota = quota && retryAfterMs !== undefined;
		this.notBefore = Math.max(this.notBefore, now + (ordered ?? ours) + jitter);
	}
}
