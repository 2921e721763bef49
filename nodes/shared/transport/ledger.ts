import { RATE } from '../api/limits';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../api/time';
import { isObject } from '../api/json';

export interface RateReport {
	limit?: number;
	remaining?: number;
	/** Length of the window in milliseconds, if the limit is written as `50;w=60`. */
	windowMs?: number;
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

const SEARCHED_CHARACTERS = 10_000;

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

/** The window of a club key: the calls that it allows, those that are left (null if unknown), and its length. */
export type WindowState = { limit: number; left: number | null; seconds: number };

/**
 * The calls that a club key has left in its window, as far as one process can know (§8). It has no clock of its own.
 *
 * Two things hold a call back: our own calls of the last window, those in flight included, and the rest that the club has reported, since
 * other processes use the key too. A call of ours counts until a whole window after its answer came: the club has counted it before
 * that. When nothing remains, one call leaves alone as soon as one of ours is out of the window, and its answer says how many remain.
 */
export class Ledger {
	private answered: number[] = [];
	private inFlight = 0;
	/** Calls that remain by the club's count. While it is undefined, a single call leaves to find out. */
	private remaining: number | undefined;
	/** Whether a call of ours has left the window since that was reported. */
	private isOld = false;
	private notBefore = 0;
	/** Whether `notBefore` comes from the monthly limit. */
	private isQuota = false;
	private pauses = 0;
	private pausedAt = -Infinity;

	constructor(
		private limit: number = RATE.callsPerWindow,
		private windowMs: number = RATE.windowMs,
		private readonly random: () => number = Math.random,
	) {}

	get reservedForPeople(): number {
		return Math.floor(this.limit / RATE.keptOneOf);
	}

	isUsedUp(now: number): boolean {
		return this.isQuota && this.notBefore > now;
	}

	stateAt(now: number): WindowState {
		this.forget(now);
		const left = this.remaining === undefined ? null : Math.max(0, Math.min(this.remaining, this.own) - this.inFlight);
		return { limit: this.limit, left: this.notBefore > now ? 0 : left, seconds: this.windowMs / 1000 };
	}

	/**
	 * How long no call may leave, in milliseconds; 0 if one may leave, undefined if it depends only on calls in flight.
	 * @param reserved calls that must remain for others
	 */
	waitMs(now: number, reserved: number): number | undefined {
		this.forget(now);
		const pause = Math.max(0, this.notBefore - now);
		const missing = reserved + 1 - (this.own - this.inFlight);
		if (missing <= 0 && this.mayLeave(reserved)) return pause;
		if (missing > this.answered.length || (missing <= 0 && this.inFlight > 0)) return pause || undefined;
		return Math.max(pause, this.answered[Math.max(0, missing - 1)] + this.windowMs - now);
	}

	private get own(): number {
		return this.limit - this.answered.length;
	}

	private mayLeave(reserved: number): boolean {
		if (this.remaining !== undefined && this.remaining - this.inFlight > reserved) return true;
		return this.inFlight === 0 && (this.remaining === undefined || this.isOld);
	}

	depart(): void {
		this.inFlight++;
	}

	/** Records what the answer to a call reports; nothing if no answer came. */
	arrive(departedAt: number, report: RateReport | undefined, now: number): void {
		this.forget(now);
		this.inFlight--;
		if (report?.limit) this.limit = report.limit;
		if (report?.windowMs) this.windowMs = report.windowMs;
		if (report?.refused) return this.pause(now, report);
		this.answered.push(now);
		if (report && departedAt > this.pausedAt) this.notBefore = this.pauses = 0;
		this.remaining = report ? (report.remaining ?? this.own) : Math.min(this.own, this.remaining ?? this.own);
		this.isOld = false;
	}

	private forget(now: number): void {
		const before = this.answered.length;
		this.answered = this.answered.filter((at) => at > now - this.windowMs);
		this.isOld ||= this.answered.length < before;
		if (this.answered.length === 0 && this.inFlight === 0) this.remaining = undefined;
	}

	/**
	 * A call was refused: no call leaves until the time that the club names, or until our oldest call is out of the window. If the monthly
	 * limit is reached and the club names no time, one call tests it after 1, 2, 4 ... minutes.
	 */
	private pause(now: number, { retryAfterMs, quota = false }: RateReport): void {
		// Those in flight are refused for the same reason.
		if (this.notBefore <= now) this.pauses++;
		this.pausedAt = now;
		this.remaining = undefined;
		const [oldest] = this.answered;
		const share = Math.min(1, 2 ** this.pauses / 16);
		const ours = oldest === undefined ? share * this.windowMs * (0.5 + this.random() / 2) : oldest + this.windowMs - now;
		const tested = Math.min(MINUTE_MS * 2 ** (this.pauses - 1), HOUR_MS);
		const jitter = this.random() * Math.min(1000, this.windowMs / 50);
		this.isQuota = quota && retryAfterMs !== undefined;
		this.notBefore = Math.max(this.notBefore, now + (retryAfterMs ?? (quota ? tested : ours)) + jitter);
	}
}
