import type { IDataObject } from 'n8n-workflow';
import { valueAt } from '../shared/records/onlyWhen';
import { isObject } from '../shared/transport/json';
import { InvalidInput } from '../shared/transport/errors';
import type { PollSettings } from './settings';
import { timeIn } from '../shared/api/time';

/** A property of a record, by its name or by a path with dots; undefined if there is none. */
export const propertyAt = (row: IDataObject, path: string): unknown =>
	row[path] !== undefined || !path.includes('.') ? row[path] : valueAt(row, path);

/** All values of a record that are no objects, nested ones too, each with its path. */
const leavesIn = (row: object, prefix = ''): Array<[path: string, value: unknown]> =>
	Object.entries(row).flatMap(([name, value]: [string, unknown]) =>
		isObject(value) ? leavesIn(value, `${prefix}${name}.`) : [[prefix + name, value]],
	);

/** The numbers among them. */
const numbersIn = (row: object): Array<[path: string, value: number]> =>
	leavesIn(row).flatMap(([path, value]) => (typeof value === 'number' ? [[path, value]] : []));

/** Words for a place in the queue (§3.6): the spec does not say how a booking shows it. */
const WAITING = /queue|wait|stand.?by|reserve/i;

/** Names of a property that may hold the state of a booking as a word. */
const STATE = /^(participation|booking)?(state|status)$/i;

const DATE = /^\d{4}-\d\d-\d\d/;

/** Whether a property shows that somebody is queued: by true, a position in the queue, a word, or a date. */
function saysQueued(path: string, value: unknown): boolean {
	if (typeof value === 'string') return WAITING.test(value) || (WAITING.test(path) && DATE.test(value));
	return value === true || (typeof value === 'number' && value > 0);
}

/** The top-level properties of a booking that may show whether it is queued. */
const candidatesIn = (booking: IDataObject): string[] =>
	Object.entries(booking).flatMap(([name, value]) => {
		const isNamed = typeof value === 'string' ? WAITING.test(name) || STATE.test(name) : typeof value === 'boolean' && WAITING.test(name);
		return isNamed ? [name] : [];
	});

/** Whether a booking is queued; false if no single property shows it. */
export function isQueued(booking: IDataObject, { queuedField }: PollSettings): boolean {
	if (queuedField) return saysQueued(queuedField, propertyAt(booking, queuedField));
	const candidates = candidatesIn(booking);
	return candidates.length === 1 && saysQueued(candidates[0], booking[candidates[0]]);
}

/** @throws InvalidInput if no booking has the chosen property, or if none is chosen and several fit */
export function checkQueued(bookings: readonly IDataObject[], { queuedField }: PollSettings): void {
	const several = queuedField ? undefined : bookings.map(candidatesIn).find((names) => names.length > 1);
	const isMissing = queuedField !== '' && bookings.every((booking) => propertyAt(booking, queuedField) === undefined);
	if (!several && !isMissing) return;
	const names = several ?? [...new Set(bookings.flatMap((booking) => leavesIn(booking).map(([path]) => path)))];
	throw new InvalidInput(
		isMissing ? `The bookings have no property "${queuedField}"` : 'Several properties may show who is queued for a class',
		`Choose one of these properties as "Queued Field" in the options of the trigger: ${names.join(', ')}.`,
	);
}

/** The properties of bookings that may show who is queued, the likely ones first, each with up to two of its values. */
export function queuedFieldsIn(bookings: readonly IDataObject[]): Array<[path: string, examples: string]> {
	const values = new Map<string, Set<string>>();
	for (const [path, value] of bookings.flatMap((booking) => leavesIn(booking))) {
		if (value === null || Array.isArray(value)) continue;
		values.set(path, (values.get(path) ?? new Set()).add(String(value)));
	}
	const isLikely = (path: string) => WAITING.test(path) || STATE.test(path);
	return [...values]
		.sort(([a], [b]) => Number(isLikely(b)) - Number(isLikely(a)))
		.map(([path, known]) => [path, [...known].slice(0, 2).join(' or ')]);
}

/** The counts of an attendance summary, each with words of its name: the spec does not give the names (§2.8). */
const COUNTS = {
	absenceField: { label: 'Absence Field', what: 'the recent check-ins', words: /rolling|recent|current/i },
	priorField: { label: 'Prior Field', what: 'the check-ins of the period before', words: /prior|previous/i },
	totalField: { label: 'Total Field', what: 'all check-ins', words: /total|lifetime|overall/i },
} as const;

/** An option that names a count of an attendance summary. */
export type CountField = keyof typeof COUNTS;

const isCount = ([path]: [string, number]): boolean => !/(Id|(^|\.)Days)$/.test(path);

/** The count that a name fits by its words. */
const fieldFor = (path: string): CountField | undefined =>
	(Object.keys(COUNTS) as CountField[]).find((field) => COUNTS[field].words.test(path));

/** The numbers of a summary that may be a count: first those whose names fit, last those that fit another count. */
export function countsIn(summary: IDataObject, field: CountField): Array<[path: string, value: number]> {
	const rank = ([path]: [string, number]) => (fieldFor(path) === field ? 0 : fieldFor(path) === undefined ? 1 : 2);
	return numbersIn(summary)
		.filter(isCount)
		.sort((a, b) => rank(a) - rank(b));
}

/** The name of a count in a summary: the chosen one, or else the only one that fits. */
export function countProperty(summary: IDataObject, field: CountField, settings: PollSettings): string | undefined {
	if (settings[field]) return settings[field];
	const fitting = numbersIn(summary).filter((count) => isCount(count) && fieldFor(count[0]) === field);
	return fitting.length === 1 ? fitting[0][0] : undefined;
}

/** A count of a summary; undefined if it has none. */
export function countOf(summary: IDataObject, field: CountField, settings: PollSettings): number | undefined {
	const path = countProperty(summary, field, settings);
	const count = path === undefined ? undefined : propertyAt(summary, path);
	return typeof count === 'number' ? count : undefined;
}

/** Checks that at least one summary has the counts: a single one may lack them. @throws InvalidInput */
export const checkCount =
	(...fields: CountField[]) =>
	(rows: readonly IDataObject[], settings: PollSettings): void => {
		for (const field of fields) {
			if (rows.some((row) => countOf(row, field, settings) !== undefined)) continue;
			const names = new Set(rows.flatMap((row) => numbersIn(row).map(([path]) => path)));
			const { label, what } = COUNTS[field];
			throw new InvalidInput(
				settings[field]
					? `The attendance summaries have no property "${settings[field]}"`
					: `The property that counts ${what} is not known yet`,
				`Choose "${label}" in the options of the trigger. A summary has these numbers: ${[...names].join(', ') || 'none'}.`,
			);
		}
	};

/** The first or the last check-in of a summary, in ms since the epoch; undefined if there is none or no single property fits. */
export function checkInOf(summary: IDataObject, which: 'first' | 'last', zone: string): number | undefined {
	const isNamed = (path: string) => new RegExp(which, 'i').test(path) && /check|visit|attend/i.test(path);
	const paths = leavesIn(summary).flatMap(([path, value]) => (isNamed(path) && typeof value === 'string' ? [path] : []));
	return paths.length === 1 ? timeIn({ [paths[0]]: propertyAt(summary, paths[0]) as string }, paths[0], zone) : undefined;
}
