import { RATE } from '../api/limits';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../api/time';
import { isObject } from './json';

/** What an answer says of the rate limit (§8). */
export interface RateReport {
	/** Calls that a window allows. */
	limit?: number;
	/** Calls left in this window, after the one that was answered. */
	remaining?: number;
	/** Length of the window in milliseconds, where the limit is written as `50;w=60`. */
	windowMs?: number;
	/** How long to wait before the next call, in milliseconds. */
	retryAfterMs?: number;
	/** Whether the call was refused for a limit, and not carried out. */
	refused: boolean;
	/** Whether it says that the calls of the month are used up: such a pause is as long as it is told. */
	quota?: boolean;
}

const LIMIT = 'x-ratelimit-limit';
const REMAINING = 'x-ratelimit-remaining';
const RETRY_AFTER = 'retry-after';
const DATE = 'date';

/** Longest Retry-After that is believed, in milliseconds; the second one of the calls of 30 days. */
const LONGEST_RETRY_AFTER_MS = DAY_MS;
const LONGEST_QUOTA_MS = 30 * DAY_MS;

/** Longest window that is believed, in milliseconds: a club that names a longer one would lock its key for that long. */
const LONGEST_WINDOW_MS = 60 * 60 * 1000;

/** A header as text, of which only what it begins with, or a number, is read: one that is absent says neither. */
function headerOf(headers: Record<string, unknown>, wanted: string): string {
	const entry = Object.entries(headers).find(([name]) => name.toLowerCase() === wanted);
	const value: unknown = Array.isArray(entry?.[1]) ? entry[1][0] : entry?.[1];
	return typeof value === 'object' ? '' : String(value).trim();
}

const countIn = (text: string): number | undefined => {
	const digits = /^\d{1,9}/.exec(text)?.[0];
	return digits === undefined ? undefined : Number(digits);
};

/** Only a date has a time of day, and the engine reads one out of almost any other text. */
const momentIn = (text: string): number => (text.includes(':') ? Date.parse(text) : NaN);

/**
 * Seconds, or a date by the clock of whoever sent it: that of this machine may be wrong by hours. No time at all says nothing, since a
 * call made at once would be refused again.
 */
function retryAfterOf(headers: Record<string, unknown>, now: number, longest: number): number | undefined {
	const text = headerOf(headers, RETRY_AFTER);
	const until = momentIn(text);
	const sentAt = momentIn(headerOf(headers, DATE));
	const ms = Number.isNaN(until) ? Number(text) * 1000 : until - (Number.isNaN(sentAt) ? now : sentAt);
	return ms > 0 && Number.isFinite(ms) ? Math.min(ms, longest) : undefined;
}

/** Most characters that are searched for words of a quota. */
const WORDS = 10_000;

/** What a refusal says of a quota; an ErrorType is the API's own, which has none for calls (§7.1). */
function wordsOfQuota(status: number, body: unknown): string | undefined {
	if (status !== 429 && (status !== 403 || (isObject(body) && body.ErrorType))) return undefined;
	const words = (typeof body === 'string' ? body : JSON.stringify(body ?? '')).slice(0, WORDS);
	return /\bquota\b/i.test(words) ? words : undefined;
}

/** A time that words name as `7.12:34:56` or `12:34:56`, in milliseconds. */
function timeIn(words: string): number | undefined {
	const [, days = '0', ...parts] = /(?:\b(\d{1,2})\.)?\b(\d{1,2}):(\d{2}):(\d{2})\b/.exec(words) ?? [];
	const [hours, minutes, seconds] = parts.map(Number);
	return parts.length > 0 ? Number(days) * DAY_MS + ((hours * 60 + minutes) * 60 + seconds) * 1000 || undefined : undefined;
}

/**
 * Reads what an answer says of the rate: its headers, whatever their case and form, and the words of a refusal; what is no number counts
 * as absent. A 403 that speaks of a quota, or names a time, is no matter of permissions: nobody waits for those.
 * @param now ms since the epoch, for a Retry-After that is a date, where the answer has none of its own
 * @reading usedUp
 */
export function readRate(status: number, headers: Record<string, unknown>, now: number, body?: unknown): RateReport {
	const limitText = headerOf(headers, LIMIT);
	const told = countIn(limitText) || undefined;
	// There are two limits, and nobody says which one the headers tell of: what is left of the month allows nothing in a minute.
	const limit = told === RATE.callsPerMonth ? undefined : told;
	const remaining = countIn(headerOf(headers, REMAINING));
	const isOfMonth = told !== undefined && (limit === undefined || (remaining ?? 0) > limit);
	const windowSeconds = /;\s*w=(\d{1,9})\b/.exec(limitText)?.[1];
	const words = wordsOfQuota(status, body);
	const quota = words !== undefined || (isOfMonth && remaining === 0);
	const asked = retryAfterOf(headers, now, quota ? LONGEST_QUOTA_MS : LONGEST_RETRY_AFTER_MS);
	const isWaiting = status === 403 && asked !== undefined && !(isObject(body) && body.ErrorType);
	return {
		limit,
		remaining: isOfMonth ? undefined : remaining,
		windowMs: limit && (Math.min(Number(windowSeconds) * 1000, LONGEST_WINDOW_MS) || undefined),
		retryAfterMs: asked ?? timeIn(words ?? ''),
		refused: status === 429 || words !== undefined || isWaiting,
		...(quota && { quota }),
	};
}

/** A call on its way: what was known when it left. */
interface Departure {
	/** Its number among all calls. */
	order: number;
	/** Answers without news until then. */
	staleBefore: number;
}

/** What is known of a window: calls that it allows, those that are left (null when nobody knows), and its length. */
export interface WindowState {
	limit: number;
	left: number | null;
	seconds: number;
}

/** Of how many calls of a window one is kept for people who wait before a screen: 2 of 50. */
const KEPT_ONE_OF = 25;

/**
 * The calls that a club key has left in its window, as far as one process can know (§8). Pure: it is told the time.
 *
 * The server's count is the truth: it reports with each answer how many calls remain, those of strangers included.
 * `remaining` is the smallest such number since the last answer to a call that left after it; calls in flight come off
 * it, since the server may not have counted them yet. When nothing remains, the next call leaves when the oldest of
 * our own calls is surely out of the window: a whole window after its answer came, which is later than the server
 * counted it. That holds for a fixed and for a sliding window alike; the answer to that call says how to go on.
 */
export class Ledger {
	/** When the answers to our calls of this window came. */
	private answered: number[] = [];
	private inFlight = 0;
	private departures = 0;
	/** Calls that the server has left; undefined when unknown: then one call goes ahead and asks. */
	private remaining: number | undefined;
	/** Calls that left before this one may not be counted in `remaining` yet. */
	private reportedAt = 0;
	/** Answers that reported nothing new: a call on its way meanwhile may have been counted before theirs. */
	private stale = 0;
	/** Calls of ours that have left the window since `remaining` was reported: so many more are left than it says. */
	private expired = 0;
	private notBefore = 0;
	/** Whether that is since the calls of the month are used up, as long as the club says. */
	private isQuota = false;
	private refusals = 0;
	/** Pauses in a row that the club has ordered and that are longer than a minute, each tested by one call. */
	private tests = 0;
	/** Calls that left before this one could not know of the last refusal. */
	private refusedAt = 0;

	constructor(
		private limit: number = RATE.callsPerWindow,
		private windowMs: number = RATE.windowMs,
		private readonly random: () => number = Math.random,
	) {}

	/** Length of the club's window in milliseconds, as far as it is known. */
	get window(): number {
		return this.windowMs;
	}

	/** How many calls of a window are kept for people. */
	get kept(): number {
		return Math.floor(this.limit / KEPT_ONE_OF);
	}

	/** Whether no call may leave since those of the month are used up. */
	isUsedUp(now: number): boolean {
		return this.isQuota && this.notBefore > now;
	}

	stateAt(now: number): WindowState {
		this.forget(now);
		const left = this.notBefore > now ? 0 : this.remaining === undefined ? null : Math.max(0, this.remaining - this.inFlight);
		return { limit: this.limit, left, seconds: this.windowMs / 1000 };
	}

	/**
	 * How long no call may leave, in milliseconds; 0 when one may, or when that depends on calls in flight only.
	 * @param kept calls that must remain for others
	 */
	waitMs(now: number, kept: number): number {
		this.forget(now);
		const pause = Math.max(0, this.notBefore - now);
		if (this.remaining === undefined || this.inFlight > 0 || this.mayLeave(kept)) return pause;
		const missing = kept + 1 - this.remaining - this.expired;
		return Math.max(pause, this.answered[missing > this.answered.length ? 0 : missing - 1] + this.windowMs - now);
	}

	/** Whether a call may leave now, where none has to wait. */
	mayLeave(kept: number): boolean {
		if (this.remaining === undefined) return this.inFlight === 0;
		if (this.remaining - this.inFlight > kept) return true;
		if (this.inFlight > 0 || this.expired === 0) return false;
		// One goes ahead and asks: there are more than are kept, or so few are ours that nothing can be kept from strangers.
		const missing = kept + 1 - this.remaining - this.expired;
		return missing <= 0 || missing > this.answered.length;
	}

	/** A call leaves. */
	depart(): Departure {
		this.inFlight++;
		return { order: ++this.departures, staleBefore: this.stale };
	}

	/** A call that was to leave was not made. */
	stay(): void {
		this.inFlight--;
	}

	/** Takes in what the answer to a call reports; nothing when none came. */
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
		// A larger number is news only from a call that left after the smaller one was known, less the calls that overtook it.
		const known = this.remaining ?? reported;
		const certain = reported > known ? reported - (this.stale - staleBefore) : reported;
		const isNews = reported <= known || (order > this.reportedAt && certain > known);
		if (isNews) {
			this.reportedAt = this.departures;
			this.expired = 0;
		} else {
			this.stale++;
			// This call is one that the smaller number may not have counted, of those that have come free since.
			this.expired = Math.max(0, this.expired - 1);
		}
		this.remaining = isNews ? certain : known;
		// Calls beyond those that the server counts are out of its window already: a fixed one has begun anew.
		this.answered = this.answered.slice(-Math.max(1, this.limit - this.remaining));
	}

	private forget(now: number): void {
		const before = this.answered.length;
		this.answered = this.answered.filter((at) => at > now - this.windowMs);
		this.expired += before - this.answered.length;
		if (this.answered.length === 0 && this.inFlight === 0) this.remaining = undefined;
	}

	/**
	 * A call was refused: none leaves until the club says, or until our own calls are out of the window. What the club says may be of
	 * another unit or of another call, so that one call tests it before long; only that the month is used up is believed.
	 * @reading retryAfterUnit
	 */
	private backOff(now: number, order: number, { retryAfterMs, quota = false }: RateReport): void {
		this.refusals++;
		const isLong = (retryAfterMs ?? (quota ? Infinity : 0)) > MINUTE_MS;
		if (isLong && order > this.refusedAt) this.tests++;
		this.refusedAt = this.departures;
		this.remaining = undefined;
		const [oldest] = this.answered;
		const share = Math.min(1, 2 ** this.refusals / 16);
		const ours = oldest === undefined ? share * this.windowMs * (0.5 + this.random() / 2) : oldest + this.windowMs - now;
		const tested = Math.min(MINUTE_MS * 2 ** Math.max(0, this.tests - 1), HOUR_MS);
		const jitter = this.random() * Math.min(1000, this.windowMs / 50);
		const ordered = quota ? (retryAfterMs ?? tested) : retryAfterMs && Math.min(retryAfterMs, tested);
		this.isQuota = quota && retryAfterMs !== undefined;
		this.notBefore = Math.max(this.notBefore, now + (ordered ?? ours) + jitter);
	}
}
