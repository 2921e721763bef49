import { RATE } from '../api/limits';

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
	/** Whether the call was refused (429). */
	refused: boolean;
}

const LIMIT = 'x-ratelimit-limit';
const REMAINING = 'x-ratelimit-remaining';
const RETRY_AFTER = 'retry-after';
const DATE = 'date';

/** Longest Retry-After that is believed, in milliseconds. */
const LONGEST_RETRY_AFTER_MS = 24 * 60 * 60 * 1000;

/** Longest window that is believed, in milliseconds: a club that names a longer one would lock its key for that long. */
const LONGEST_WINDOW_MS = 60 * 60 * 1000;

/** A header as text, of which only what it begins with, or a number, is read: one that is absent says neither. */
function headerOf(headers: Record<string, unknown>, wanted: string): string {
	const entry = Object.entries(headers).find(([name]) => name.toLowerCase() === wanted);
	const value: unknown = Array.isArray(entry?.[1]) ? entry[1][0] : entry?.[1];
	return String(value).trim();
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
function retryAfterOf(headers: Record<string, unknown>, now: number): number | undefined {
	const text = headerOf(headers, RETRY_AFTER);
	const until = momentIn(text);
	const sentAt = momentIn(headerOf(headers, DATE));
	const ms = Number.isNaN(until) ? Number(text) * 1000 : until - (Number.isNaN(sentAt) ? now : sentAt);
	return ms > 0 && Number.isFinite(ms) ? Math.min(ms, LONGEST_RETRY_AFTER_MS) : undefined;
}

/**
 * Reads the rate headers of an answer, whatever their case and form; what is no number counts as absent.
 * @param now ms since the epoch, for a Retry-After that is a date, where the answer has none of its own
 */
export function readRate(status: number, headers: Record<string, unknown>, now: number): RateReport {
	const limitText = headerOf(headers, LIMIT);
	const told = countIn(limitText) || undefined;
	// There are two limits, and nobody says which one the headers tell of: what is left of the month allows nothing in a minute.
	const limit = told === RATE.callsPerMonth ? undefined : told;
	const remaining = countIn(headerOf(headers, REMAINING));
	const isOfMonth = told !== undefined && (limit === undefined || (remaining ?? 0) > limit);
	const windowSeconds = /;\s*w=(\d{1,9})\b/.exec(limitText)?.[1];
	return {
		limit,
		remaining: isOfMonth ? undefined : remaining,
		windowMs: limit && (Math.min(Number(windowSeconds) * 1000, LONGEST_WINDOW_MS) || undefined),
		retryAfterMs: retryAfterOf(headers, now),
		refused: status === 429,
	};
}
