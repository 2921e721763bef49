import { DateTime, FixedOffsetZone } from 'luxon';
import { textOf } from '../../shared/api/json';
import { stripped } from '../../shared/api/text';
import { instantOf, LARGEST_OFFSET_MS, MINUTE_MS, momentOf } from '../../shared/api/time';
import { InvalidInput } from '../../shared/transport/errors';
import { wrong } from './checks';

// Checks of dates and times that a user gives. Each returns the value as the API expects it, or throws InvalidInput.

const MAX_TIME_LENGTH = 100;

/** A text that begins with a whole date. A time, a day number, a year or a week alone would be taken for a day that nobody meant. */
const BEGINS_WITH_DATE = /^(\d{4}-\d{2}-\d{2}|\d{8})(?=$|[T\s])/i;

const HALF_DAY = /(?<!\d)(1[0-2]|0?[1-9])(?::?([0-5]\d))?(:[0-5]\d)?\s*([ap])\.?\s?m\b\.?/i;

export const in24Hours = (text: string): string =>
	text.replace(HALF_DAY, (_, hour: string, minute = '00', second = '', half: string) => {
		const hours = (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
		return `${String(hours).padStart(2, '0')}:${minute as string}${second as string}`;
	});

const fromAny = (value: unknown, zone: string): DateTime => {
	if (value instanceof Date) return DateTime.fromJSDate(value, { zone });
	if (DateTime.isDateTime(value)) return value;
	const text = typeof value === 'object' || String(value).length > MAX_TIME_LENGTH ? '' : in24Hours(stripped(String(value)));
	return momentOf(BEGINS_WITH_DATE.test(text) ? text.replace(/(?<=^[\d-]+[T\s])(?=\d:)/, '0') : '', zone);
};

const NO_DATES: ReadonlyArray<[form: RegExp, advice: string, plain?: string]> = [
	[/^\d{1,2}:\d{2}/, 'This is a time without a date.'],
	[
		/^\d{1,5}([.,]\d+)?$/,
		'This is a year, or the number that a spreadsheet has for a day. Convert it before, such as {{ DateTime.utc(1899, 12, 30).plus({ days: $json.day }).toISODate() }}, or keep the column as text.',
		'This is a year, or the number that a spreadsheet has for a day.',
	],
	[
		/^\d{10}(\d{3})?$/,
		'This is a number of seconds or milliseconds. Convert it with an expression such as {{ DateTime.fromMillis($json.date) }}.',
		'This is a number of seconds or milliseconds.',
	],
	[/^\d{4}-\d{2}-\d{2}/, 'There is no such day or time.'],
	[
		/^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}/,
		'Write year, month and day in this order, with hyphens: otherwise it is not certain which number is the month.',
	],
	[/^\d{4}-?(W?\d|$)/i, 'This is not a whole date.'],
];

function noDate(label: string, expected: string, value: unknown, example: string): InvalidInput {
	const text = in24Hours(stripped(textOf(value) || (typeof value === 'number' ? String(value) : '')).slice(0, MAX_TIME_LENGTH));
	const [, advice, plain = advice] = NO_DATES.find(([form]) => form.test(text)) ?? [];
	const [full, short] = [advice, plain].map((first) => `${first ? `${first} ` : ''}Enter a value such as ${example}.`);
	return wrong(label, expected, value, full, short);
}

const YEARS = { min: 1, max: 9999 } as const;

/**
 * A moment as ISO 8601 with its offset. A text without an offset is read in the workflow's timezone.
 * @param isInUtc whether the result is in UTC
 */
export function moment(value: unknown, label: string, zone: string, isInUtc = false): string {
	const time = fromAny(value, zone);
	const text = (isInUtc ? time.toUTC() : time).toISO({ suppressMilliseconds: true });
	const { year } = time.toUTC();
	if (!text || year < YEARS.min || year > YEARS.max || Math.abs(time.offset) * MINUTE_MS > LARGEST_OFFSET_MS) {
		throw noDate(label, 'a date and time', value, '2026-03-29T18:30:00');
	}
	if (typeof value === 'string' && !isInstant(value)) checkOnce(fromAny(value, 'utc'), label, zone);
	return text;
}

const PLAIN_DATE = /^\d{4}-?\d{2}-?\d{2}$/;

/** A moment that ends something. A plain date includes its day, up to the last second. */
export function end(value: unknown, label: string, zone: string): string {
	const day = PLAIN_DATE.test(stripped(typeof value === 'number' ? String(value) : textOf(value))) ? fromAny(value, zone) : undefined;
	return moment(day?.isValid ? day.endOf('day').startOf('second') : value, label, zone);
}

/**
 * Refuses a local time that the clocks show twice, or skip. Midnight stands for the beginning of its day.
 * @param local the time as it stands, in UTC
 */
function checkOnce(local: DateTime, label: string, zone: string): void {
	const offsets = [-1, 1].map((days) => local.plus({ days }).setZone(zone).offset);
	const readings = offsets.map((offset) => local.minus({ minutes: offset }).setZone(zone));
	const isOnce = offsets[0] === offsets[1] || readings.filter((time, index) => time.offset === offsets[index]).length === 1;
	if (isOnce || isMidnight(local)) return;
	const choices = offsets.map((offset) =>
		local.setZone(FixedOffsetZone.instance(offset), { keepLocalTime: true }).toISO({ suppressMilliseconds: true }),
	);
	const isTwice = readings.every((time, index) => time.offset === offsets[index]);
	throw new InvalidInput(
		`"${label}" is a time that ${zone} ${isTwice ? 'has twice' : 'skips'}: ${local.toFormat('yyyy-MM-dd HH:mm')}`,
		`The clocks change then. Enter ${choices.join(' or ')}. Nothing was sent.`,
	);
}

export function interval(from: string | undefined, to: string | undefined, end: 'inclusive' | 'exclusive'): void {
	const length = instantOf(to) - instantOf(from);
	if (length < 0 || (length === 0 && end === 'exclusive')) {
		throw new InvalidInput(`"From" must be earlier than "To", but they are ${from} and ${to}`, 'Correct one of them. Nothing was sent.');
	}
}

/** Whether the clock of a moment shows midnight: programs that know no dates write one so. */
const isMidnight = (time: DateTime): boolean => time.toMillis() === time.startOf('day').toMillis();

/** Whether a value is an instant, which is the same in all timezones, and not a date or a local time. */
const isInstant = (value: unknown): boolean => fromAny(value, 'UTC+1').toMillis() === fromAny(value, 'UTC+2').toMillis();

/**
 * A plain date, `YYYY-MM-DD` (§2.2). A date or a local time keeps its day, and so does an instant whose own clock shows midnight. Any other
 * instant is the day that it is in the workflow's timezone: a database east of UTC sends a date as midnight there, in UTC.
 */
export function plainDate(value: unknown, label: string, zone: string): string {
	const time = fromAny(value, zone);
	const own = value instanceof Date ? time.toUTC() : time;
	const day = isInstant(value) && isMidnight(own) ? own : time.setZone(zone);
	const text = day.toISODate();
	if (text && day.year >= YEARS.min && day.year <= YEARS.max) return text;
	throw noDate(label, 'a date', value, '1990-05-21');
}
