import type { IDataObject } from 'n8n-workflow';
import { DateTime } from 'luxon';

/** Units of time, in milliseconds. */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/**
 * How far the clocks of a place are from UTC at most. A club that compares a bound with its local time gives all that is
 * wanted where it is asked for so much more.
 */
export const LARGEST_OFFSET_MS = 14 * HOUR_MS;

const DATE = /^\d{4}-\d\d-\d\d/;

/** The offset that makes a time of day a moment. */
const OFFSET = /(Z|[+-]\d\d(:?\d\d)?)$/i;

/** How many characters the date has before the time of day. */
const DATE_LENGTH = 10;

/** A text with an offset as ms since the epoch; NaN for any other. */
export const instantOf = (text: unknown): number =>
	typeof text === 'string' && OFFSET.test(text.slice(DATE_LENGTH)) ? Date.parse(text) : NaN;

/** A moment in ms since the epoch as the API takes it. */
export const isoOf = (ms: number): string => new Date(ms).toISOString();

/** What ISO 8601 or SQL writes as a moment: by its own offset, or else in a zone. Invalid where it is no date and time. */
export function momentOf(text: string, zone: string): DateTime {
	const iso = DateTime.fromISO(text, { zone, setZone: true });
	return iso.isValid ? iso : DateTime.fromSQL(text, { zone, setZone: true });
}

/**
 * A time of the club, in ms since the epoch: the one reader of those without an offset. The document shows one for some times
 * only; the timezone of the machine says nothing of a club.
 * @reading classTimes
 * @param zone the workflow's timezone
 * @returns undefined where there is no time, or it cannot be read
 * @reading dateTimes
 * @reading localTimes
 */
export function timeOf(value: unknown, zone: string): number | undefined {
	if (typeof value !== 'string' || !DATE.test(value)) return undefined;
	const instant = instantOf(value);
	const time = Number.isNaN(instant) ? momentOf(value, zone).toMillis() : instant;
	return Number.isNaN(time) ? undefined : time;
}

/** Whether a property is in UTC by its name. */
export const isInUtc = (name: string): boolean => /utc$/i.test(name);

/**
 * A time of a record by the name of its property, as {@link timeOf}.
 * @reading suspensionTimes
 * @param zone the workflow's timezone
 */
export const timeIn = (record: IDataObject, name: string, zone: string): number | undefined =>
	timeOf(record[name], isInUtc(name) ? 'utc' : zone);
