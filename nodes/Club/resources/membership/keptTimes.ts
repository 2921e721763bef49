import { DAY_MS, MINUTE_MS } from '../../../shared/api/time';

/** Offsets of timezones are multiples of a quarter of an hour. */
const QUARTER_MS = 15 * MINUTE_MS;

/** Whether a time can be the first or the last second of a day in some timezone. */
const mayBoundDay = (time: number): boolean => (time + 1000) % QUARTER_MS <= 1000;

/**
 * Whether the club stored the requested time. Services may cut it to whole seconds, change its offset, or move it to the first or the
 * last second of its day. Both in ms since the epoch.
 */
export function isKept(requested: number | undefined, stored: number | undefined): boolean {
	if (requested === undefined || stored === undefined) return false;
	const distance = Math.abs(requested - stored);
	return distance < 1000 || (distance < DAY_MS && mayBoundDay(stored));
}
