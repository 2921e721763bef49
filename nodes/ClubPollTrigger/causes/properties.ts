import type { IDataObject } from 'n8n-workflow';
import { saysQueued } from '../../shared/api/facts';
import { valueAt } from '../../shared/events/onlyWhen';
import { pathsOf } from '../../shared/events/panel';
import { InvalidInput } from '../../shared/transport/errors';
import type { KeptValue } from './polledEvent';
import type { PollSettings } from './settings';

/** A property of a record, by its name or by a path with dots; undefined if there is none. */
export const propertyAt = (row: IDataObject, path: string): unknown =>
	row[path] !== undefined || !path.includes('.') ? row[path] : valueAt(row, path);

/** The numbers of a record, nested ones too, each with its path. */
const numbersIn = (row: object): Array<[path: string, value: number]> =>
	pathsOf(row).flatMap(([path, value]) => (typeof value === 'number' ? [[path, value]] : []));

/** The value of Queued Field for a club that shows no queue. */
export const NO_WAITING_LIST = 'none';

/** Whether a booking is queued, by the chosen property. */
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
		.map(([path, known]) => [path, [...known].slice(0, 2).join(' or ')]);
}

/** The names in the panel of the properties that the API does not name (§2.8, §3.6). */
export const FIELD_LABELS = {
	absenceField: 'Absence Field',
	priorField: 'Prior Field',
	totalField: 'Total Field',
	queuedField: 'Queued Field',
} as const;

/** A parameter that names a property. */
export type NamedField = keyof typeof FIELD_LABELS;

/** The numbers of a summary that may be a count. */
export const countsIn = (summary: IDataObject): Array<[path: string, value: number]> =>
	numbersIn(summary).filter(([path]) => !/(Id|(^|\.)Days)$/.test(path));

/** A count of a summary; undefined if it has none. */
export function countOf(summary: IDataObject, field: NamedField, settings: PollSettings): number | undefined {
	const count = propertyAt(summary, settings[field]);
	return typeof count === 'number' ? count : undefined;
}

/**
 * Checks that at least one row has each property that an event needs: a single row may lack it.
 * @throws InvalidInput
 */
export function checkFields({ options = [] }: Pick<KeptValue, 'options'>, rows: readonly IDataObject[], settings: PollSettings): void {
	for (const field of ['absenceField', 'priorField', 'totalField'] as const) {
		if (!options.includes(field) || rows.some((row) => countOf(row, field, settings) !== undefined)) continue;
		const names = new Set(rows.flatMap((row) => numbersIn(row).map(([path]) => path)));
		throw new InvalidInput(
			`The attendance summaries have no property "${settings[field]}"`,
			`Choose "${FIELD_LABELS[field]}" in the trigger. A summary has these numbers: ${[...names].join(', ') || 'none'}.`,
		);
	}
	const { queuedField } = settings;
	if (!options.includes('queuedField') || queuedField === NO_WAITING_LIST) return;
	if (rows.some((row) => propertyAt(row, queuedField) !== undefined)) return;
	const names = new Set(rows.flatMap((row) => pathsOf(row).map(([path]) => path)));
	throw new InvalidInput(
		`The bookings have no property "${queuedField}"`,
		`Choose one of these properties as "Queued Field", or "No Waiting List": ${[...names].join(', ')}.`,
	);
}
