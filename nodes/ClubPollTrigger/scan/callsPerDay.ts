import { DAY_MS, HOUR_MS } from '../../shared/api/time';

/** Calls, by the hour since the epoch in which they were made. */
export type Spent = Array<[hour: number, calls: number]>;

/** The calls of the 25 hours that the last 24 hours touch, and these hours, since the current one has only begun. @param now ms since the epoch */
export function spentInDay(spent: Spent | undefined, now: number): { calls: number; hours: Spent } {
	const current = Math.floor(now / HOUR_MS);
	// An hour that lies ahead is of a clock that was wrong.
	const hours = (spent ?? []).filter(([hour]) => hour >= current - 24 && hour <= current);
	return { calls: hours.reduce((sum, [, calls]) => sum + calls, 0), hours };
}

export function spend(spent: Spent | undefined, calls: number, now: number): Spent {
	const counts = new Map(spentInDay(spent, now).hours);
	const hour = Math.floor(now / HOUR_MS);
	return [...counts.set(hour, calls + (counts.get(hour) ?? 0))];
}

/**
 * The pause between two reads of a list, in ms, that spreads the calls of a day evenly. Each list has the same share of them.
 * @param cost calls of one complete read
 * @param lists how many lists are read
 */
export const pauseBetween = (cost: number, lists: number, callsPerDay: number): number =>
	(DAY_MS * cost * lists) / Math.max(1, callsPerDay);
