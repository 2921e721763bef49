import type { IDataObject } from 'n8n-workflow';
import { ID } from '../../shared/api/limits';

export interface Watermark {
	/**
	 * The id at which the next read begins, inclusive (§4.1): the lowest of the last 100 ids, or the first id of all while there are
	 * fewer.
	 */
	from: number;
	/** The ids of the newest rows seen, in ascending order. */
	seen: number[];
}

export const NOTHING_SEEN: Watermark = { from: ID.min, seen: [] };

/**
 * How many of the newest rows each read repeats. A record may become visible after one with a larger id, and would be missed without
 * the overlap. It counts rows, because the ids of one club may be far apart on the platform.
 */
export const ROW_OVERLAP = 100;

/** The rows that were not seen before, in ascending order of their ids. @param awaited ids that count as unseen even below the watermark */
export function unseen(rows: readonly IDataObject[], idName: string, mark: Watermark, awaited?: ReadonlySet<number>): IDataObject[] {
	const seen = new Set(mark.seen);
	const isUnseen = (id: number) => awaited?.has(id) || (id >= mark.from && !seen.has(id));
	const byId = new Map(rows.map((row) => [row[idName], row]));
	return [...byId.values()]
		.filter((row) => Number.isInteger(row[idName]) && isUnseen(row[idName] as number))
		.sort((a, b) => (a[idName] as number) - (b[idName] as number));
}

/** The watermark after these ids were seen. It never goes back, nor beyond the ids seen. */
export function seeing(mark: Watermark, ids: readonly number[]): Watermark {
	const seen = new Set([...mark.seen, ...ids.filter((id) => id >= mark.from)]);
	const newest = [...seen].sort((a, b) => a - b).slice(-ROW_OVERLAP);
	return { from: newest.length < ROW_OVERLAP ? mark.from : newest[0], seen: newest };
}
