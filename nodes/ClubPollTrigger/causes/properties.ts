import type { IDataObject } from 'n8n-workflow';
import { DATE } from '../../shared/api/time';
import { valueAt } from '../../shared/events/onlyWhen';
import { pathsOf } from '../../shared/events/panel';
import { InvalidInput } from '../../shared/transport/errors';
import type { StoredValue } from './polledEvent';
import type { PollSettings } from '../defaults';

/** A property of a record, by its name or by a path with dots; undefined if there is none. */
export const propertyAt = (row: IDataObject, path: string): unknown =>
	row[path] !== undefined || !path.includes('.') ? row[path] : valueAt(row, path);

/** Whether a property has a value: null and absent are the same (§6.1). */
export const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

const numbersIn = (row: object): Array<[path: string, value: number]> =>
	pathsOf(row).flatMap(([path, value]) => (typeof value === 'number' ? [[path, value]] : []));

export const NO_WAITING_LIST = 'none';

/** Whether the value of a property that the user names says that a booking is in the queue. */
const saysQueued = (value: unknown): boolean =>
	typeof value === 'string' ? DATE.test(value) || /queue|wait/i.test(value) : value === true || (typeof value === 'number' && value > 0);

export const isQueued = (booking: IDataObject, { queuedField }: PollSettings): boolean =>
	queuedField !== NO_WAITING_LIST && saysQueued(propertyAt(booking, queuedField));

/** How likely a property shows who is queued, the likeliest first: it tells some bookings from others, and its name says so. */
function rankIn(bookings: readonly IDataObject[], path: string): number {
	const queued = bookings.filter((booking) => saysQueued(propertyAt(booking, path))).length;
	const tellsApart = queued > 0 && queued < bookings.length && !path.endsWith('Id');
	return (tellsApart ? 0 : 2) + (/queue|wait|state|status/i.test(path) ? 0 : 1);
}

/** The properties of bookings, each with up to two of its values, the likeliest to show who is queued first. */
export function queuedFieldsIn(bookings: readonly IDataObject[]): Array<[path: string, examples: string]> {
	const values = new Map<string, Set<string>>();
	for (const [path, value] of bookings.flatMap((booking) => pathsOf(booking))) {
		if (value === null || Array.isArray(value)) continue;
		values.set(path, (values.get(path) ?? new Set()).add(String(value)));
	}
	return [...values]
		.sort(([a], [b]) => rankIn(bookings, a) - rankIn(bookings, b))
		.map(([path, examples]) => [path, [...examples].slice(0, 2).join(' or ')]);
}

/** The names in the panel of the properties that the API does not name (§2.8, §3.6). */
export const FIELD_LABELS = {
	absenceField: 'Recent Visits Are In',
	priorField: 'Earlier Visits Are In',
	totalField: 'All Visits Are In',
	queuedField: 'Waiting List Is In',
} as const;

export type NamedField = keyof typeof FIELD_LABELS;

export const NAMED_FIELDS = Object.keys(FIELD_LABELS) as NamedField[];

export const countsIn = (summary: IDataObject): Array<[path: string, value: number]> =>
	numbersIn(summary).filter(([path]) => !/(Id|(^|\.)Days)$/.test(path));

export function countOf(summary: IDataObject, field: NamedField, settings: PollSettings): number | undefined {
	const count = propertyAt(summary, settings[field]);
	return typeof count === 'number' ? count : undefined;
}

const COUNT_FIELDS = ['absenceField', 'priorField', 'totalField'] as const;

export const countsFor = (events: ReadonlyArray<Pick<StoredValue, 'options'>>, settings: PollSettings): string[] =>
	COUNT_FIELDS.filter((field) => events.some(({ options = [] }) => options.includes(field))).map((field) => settings[field]);

/** The error for a count that an event needs and that no summary has: a single one may lack it. */
export function lackOfCount(name: string, settings: PollSettings, summaries: readonly IDataObject[]): InvalidInput {
	const field = COUNT_FIELDS.find((one) => settings[one] === name) ?? 'totalField';
	const numbers = new Set(summaries.flatMap((row) => numbersIn(row).map(([path]) => path)));
	return new InvalidInput(
		`The attendance summaries have no property "${name}"`,
		`Choose "${FIELD_LABELS[field]}" in the trigger. A summary has these numbers: ${[...numbers].join(', ') || 'none'}.`,
	);
}

export const lackOfQueue = (queuedField: string): string =>
	`No booking that was read has the property "${queuedField}", so nobody counts as queued. That is right if nobody is. Otherwise choose another property as "${FIELD_LABELS.queuedField}".`;
