import type { IDataObject } from 'n8n-workflow';
import { InvalidInput } from '../shared/transport/errors';
import { timeIn } from '../shared/api/time';
import { leavesIn, numbersIn, propertyOf } from './paths';
import type { PollSettings } from './settings';

/** The counts of an attendance summary, each with the words that its name may have: the spec does not show the names (§2.8). */
const COUNTS = {
	absenceField: { label: 'Absence Field', what: 'the recent check-ins', words: /rolling|recent|current/i },
	priorField: { label: 'Prior Field', what: 'the check-ins of the days before', words: /prior|previous/i },
	totalField: { label: 'Total Field', what: 'all check-ins', words: /total|lifetime|overall/i },
} as const;

/** An option that names a count of an attendance summary. */
export type CountField = keyof typeof COUNTS;

const isCount = ([path]: [string, number]): boolean => !/(Id|(^|\.)Days)$/.test(path);

/** The count that a name is of by its words. */
const fieldFor = (path: string): CountField | undefined =>
	(Object.keys(COUNTS) as CountField[]).find((field) => COUNTS[field].words.test(path));

/** The numbers of a summary that may be a count, those whose names fit first, those that fit another last. */
export function countsIn(summary: IDataObject, field: CountField): Array<[path: string, value: number]> {
	const rank = ([path]: [string, number]) => (fieldFor(path) === field ? 0 : fieldFor(path) === undefined ? 1 : 2);
	return numbersIn(summary)
		.filter(isCount)
		.sort((a, b) => rank(a) - rank(b));
}

/** The name of a count in a summary: the one that the user has chosen, or else the only one that fits. @reading attendanceNames @reading attendanceShape */
export function pathOf(summary: IDataObject, field: CountField, settings: PollSettings): string | undefined {
	if (settings[field]) return settings[field];
	const fitting = numbersIn(summary).filter((count) => isCount(count) && fieldFor(count[0]) === field);
	return fitting.length === 1 ? fitting[0][0] : undefined;
}

/** A count of a summary; undefined where it has none. @reading attendanceCounts */
export function countOf(summary: IDataObject, field: CountField, settings: PollSettings): number | undefined {
	const path = pathOf(summary, field, settings);
	const count = path === undefined ? undefined : propertyOf(summary, path);
	return typeof count === 'number' ? count : undefined;
}

/** A single summary may lack a count; it is the wrong property where none has it. @throws InvalidInput @reading attendanceCounts */
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
					: `Nothing tells yet which property counts ${what}`,
				`Choose "${label}" in the options of the trigger. The numbers of a summary are: ${[...names].join(', ') || 'none'}.`,
			);
		}
	};

/** The first or the last check-in of a summary, in ms; undefined where it is not found, or there was none. */
export function checkInOf(summary: IDataObject, which: 'first' | 'last', zone: string): number | undefined {
	const isNamed = (path: string) => new RegExp(which, 'i').test(path) && /check|visit|attend/i.test(path);
	const paths = leavesIn(summary).flatMap(([path, value]) => (isNamed(path) && typeof value === 'string' ? [path] : []));
	return paths.length === 1 ? timeIn({ [paths[0]]: propertyOf(summary, paths[0]) as string }, paths[0], zone) : undefined;
}
