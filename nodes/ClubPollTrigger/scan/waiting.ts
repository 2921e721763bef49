import type { IDataObject } from 'n8n-workflow';
import type { Emission } from './emission';
import { byIds, recordKey } from './snapshot';
import type { Progress, Waiting } from './state';

// Of existing records only the newest are emitted, so their events wait for the end of the scan.

/** Of the waiting events of records the newest `limit` of each event, the oldest first. */
export function newestOf(waiting: readonly Waiting[], limit: number): Waiting[] {
	const byKey = new Map(waiting.map((one) => [recordKey(one.ids), one]));
	const newestFirst = [...byKey.values()].sort((a, b) => (b.at ?? 0) - (a.at ?? 0) || byIds(b, a));
	const counts = new Map<unknown, number>();
	const isAmong = ({ eventType }: IDataObject): boolean => {
		counts.set(eventType, (counts.get(eventType) ?? 0) + 1);
		return Number(counts.get(eventType)) <= limit;
	};
	const newest = newestFirst.map((one) => ({ ...one, items: one.items.filter(isAmong) }));
	return newest.filter(({ items }) => items.length > 0).reverse();
}

/** Emits the events that waited. @throws PollPaused if there is no room: the rest waits on */
export function emitWaiting(progress: Progress, emission: Emission): void {
	const waiting = progress.waiting ?? [];
	for (const [index, { items }] of waiting.entries()) {
		emission.take(items);
		progress.waiting = waiting.slice(index + 1);
	}
}
