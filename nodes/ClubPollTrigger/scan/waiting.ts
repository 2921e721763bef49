import type { IDataObject } from 'n8n-workflow';
import type { Emission } from './emission';
import type { Scan } from './memory';
import { byIds, recordKey } from './snapshot';
import type { Progress, Waiting } from './state';

// Events that wait for the end of a scan: of existing records only the newest are emitted, and a property that a record lacks is null
// only if another record has it.

/** The waiting events of records, the oldest first; of existing records the newest `limit` of each event. */
export function newestOf(waiting: readonly Waiting[], limit: number): Waiting[] {
	const byKey = new Map(waiting.map((one) => [recordKey(one.ids), one]));
	const newestFirst = [...byKey.values()].sort((a, b) => (b.at ?? 0) - (a.at ?? 0) || byIds(b, a));
	const counts = new Map<unknown, number>();
	const isAmong = ({ eventType }: IDataObject): boolean => {
		counts.set(eventType, (counts.get(eventType) ?? 0) + 1);
		return Number(counts.get(eventType)) <= limit;
	};
	const newest = newestFirst.map((one) => (one.values ? one : { ...one, items: one.items.filter(isAmong) }));
	return newest.filter(({ items, values }) => values || items.length > 0).reverse();
}

/**
 * Emits the events that waited, and remembers what follows from an absence.
 * @param isDecided whether a record of the scan has the property
 * @returns whether they count; if not, all of them are dropped
 * @throws PollPaused if there is no room: the rest waits on
 */
export function emitWaiting(progress: Progress, isDecided: boolean, emission: Emission, memory: Scan): boolean {
	const waiting = progress.waiting ?? [];
	if (!isDecided && waiting.some(({ values }) => values)) return false;
	for (const [index, { ids, items, values }] of waiting.entries()) {
		emission.take(items);
		if (values) memory.learn(ids, values);
		progress.waiting = waiting.slice(index + 1);
	}
	return true;
}
