import { HOUR_MS } from '../../shared/api/time';
import type { PolledList } from '../causes/lists';
import type { Mark } from './snapshot';
import type { ListState, Progress, ReadState } from './state';

// A list that takes several reads, such as that of all calendars, of which a club may not have each one.

/** How long a read that gives no records may only be in trouble, in ms. */
const EMPTY_FOR_MS = HOUR_MS;

export const nameOfRead = ({ reads }: PolledList, read: number): string => `the calendar ${Object.values(reads[read].params ?? {}).join()}`;

/**
 * What is known of each read after a scan, and which of them say nothing about the records that they lack: those that the club refuses,
 * and those that have withRows none at all for less than an hour.
 * @param before what was known of them
 * @param missed the records that the scan has not met
 * @param emptied receives the name of a read that gives none for the first time
 */
export function readsAfter(
	list: PolledList,
	{ begunAt, withRows = [], refused = [] }: Progress,
	before: ListState['reads'],
	missed: readonly Mark[],
	emptied: (name: string) => void,
): { reads?: ReadState[]; silent: ReadonlySet<number> } {
	const silent = new Set(refused);
	if (list.reads.length === 1) return { silent };
	const reads = list.reads.map((_, read): ReadState => {
		const { hadRows, emptySince } = before?.[read] ?? {};
		if (refused.includes(read)) return hadRows ? { hadRows } : { leftOut: true };
		if (withRows.includes(read)) return { hadRows: true };
		const isMissed = missed.some((mark) => (mark.read ?? 0) === read);
		const since = emptySince ?? (isMissed ? begunAt : undefined);
		if (since !== undefined && begunAt - since < EMPTY_FOR_MS) silent.add(read);
		if (since !== undefined && emptySince === undefined) emptied(nameOfRead(list, read));
		return { hadRows, emptySince: since };
	});
	return { reads, silent };
}
