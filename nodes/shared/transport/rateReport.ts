import { RATE } from '../api/limits';
import { DAY_MS } from '../api/time';
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
