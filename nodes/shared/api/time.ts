import type { IDataObject } from 'n8n-workflow';
import { DateTime } from 'luxon';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Largest offset from UTC, in milliseconds. Bounds that are wider by this much work for a club that compares them with local times. */
export const LARGEST_OFFSET_MS = 14 * HOUR_MS;

export const DATE = /^\d{4}-\d\d-\d\d/;

const OFFSET = /(Z|[+-]\d\d(:?\d\d)?)$/i;

const DATE_LENGTH = 10;

/** A date and time with an offset, in ms since the epoch; NaN for any other text. */
export const instantOf = (text: unknown): number =>
	typeof text === 'string' && OFFSET.test(text.slice(DATE_LENGTH)) ? Date.parse(text) : NaN;

export const isoOf = (ms: number): string => new Date(ms).toISOString();

/** A date and time in ISO 8601 or SQL format, in its own offset or else in a zone; invalid for any other text. */
export function momentOf(text: string, zone: string): DateTime {
	const iso = DateTime.fromISO(text, { zone, setZone: true });
	return iso.isValid ? iso : DateTime.fromSQL(text, { zone, setZone: true });
}

/**
 * A time of the club, in ms since the epoch. Only this function reads times without an offset: the timezone of the machine, which
 * `Date.parse` would use, is not that of the club.
 * @returns undefined if there is no time, or it cannot be read
 */
export function timeOf(value: unknown, zone: string): number | undefined {
	if (typeof value !== 'string' || !DATE.test(value)) return undefined;
	const instant = instantOf(value);
	const time = Number.isNaN(instant) ? momentOf(value, zone).toMillis() : instant;
	return Number.isNaN(time) ? undefined : time;
}

export const isInUtc = (name: string): boolean => /utc$/i.test(name);

/** The time in a property of a record, as {@link timeOf}. A name that ends in UTC takes precedence over the zone. */
export const timeIn = (record: IDataObject, name: string, zone: string): number | undefined =>
	timeOf(record[name], isInUtc(name) ? 'utc' : zone);
