import type { IDataObject } from 'n8n-workflow';
import { ID } from '../shared/api/limits';
import { DAY_MS, HOUR_MS } from '../shared/api/time';
import { packNumbers, unpackNumbers } from './snapshot';

/**
 * How many of the newest rows a read gives again. Ids are given out before their records can be seen, so a smaller one may show up
 * after a larger one. Rows are counted, for ids of one club may be far apart where they count on the platform.
 * @reading serialIds
 */
export const ROW_OVERLAP = 100;

/** How far a list that grows by ids was read. */
export interface Watermark {
	/** Where the next read begins, an inclusive bound (§4.1): at the last of the newest rows, or at the first id while there are fewer. */
	from: number;
	/** The ids of the newest rows that were seen, packed. */
	seen: string;
}

/**
 * The rows that were not seen before, in ascending order of their ids.
 * @param awaited ids that are unseen however far below the last one they are
 */
export function unseen(
	rows: readonly IDataObject[],
	idName: string,
	mark: Watermark,
	awaited: ReadonlySet<number> = new Set(),
): IDataObject[] {
	const seen = new Set(unpackNumbers(mark.seen));
	const isUnseen = (id: number) => awaited.has(id) || (id >= mark.from && !seen.has(id));
	return rows
		.filter((row) => Number.isInteger(row[idName]) && isUnseen(row[idName] as number))
		.sort((a, b) => (a[idName] as number) - (b[idName] as number));
}

/** The watermark after these ids were seen; it never goes back, and never beyond what was seen. */
export function seeing(mark: Watermark, ids: readonly number[]): Watermark {
	const known = new Set([...unpackNumbers(mark.seen), ...ids.filter((id) => id >= mark.from)]);
	const newest = [...known].sort((a, b) => a - b).slice(-ROW_OVERLAP);
	return { from: newest.length < ROW_OVERLAP ? mark.from : newest[0], seen: packNumbers(newest) };
}

/** Nothing seen yet. */
export const NOTHING_SEEN: Watermark = { from: ID.min, seen: '' };

/** Calls by the hour since the epoch in which they were made. */
export type Spent = Array<[hour: number, calls: number]>;

/** The calls of the last 24 hours, and the hours that still count. */
export function spentInDay(spent: Spent, now: number): { calls: number; hours: Spent } {
	const oldest = Math.floor(now / HOUR_MS) - 23;
	const hours = spent.filter(([hour]) => hour >= oldest);
	return { calls: hours.reduce((sum, [, calls]) => sum + calls, 0), hours };
}

/** Counts calls in the hour of `now`. */
export function spend(spent: Spent, calls: number, now: number): Spent {
	const { hours } = spentInDay(spent, now);
	const hour = Math.floor(now / HOUR_MS);
	const others = hours.filter(([other]) => other !== hour);
	return [...others, [hour, calls + (hours.find(([other]) => other === hour)?.[1] ?? 0)]];
}

/**
 * How long to leave between two reads of a list, so that a day's calls are spread evenly: each of the lists has the same
 * share of them, whatever it costs.
 * @param cost calls of one whole read
 */
export const pauseBetween = (cost: number, lists: number, callsPerDay: number): number =>
	(DAY_MS * cost * lists) / Math.max(1, callsPerDay);
