import type { IDataObject } from 'n8n-workflow';
import { DAY_MS, MINUTE_MS, timeIn } from '../../shared/api/time';
import { endOf, isNoSuspension, isSuspendedAt } from '../../shared/lists/memberships';

/**
 * Whether a membership is active at a moment (§3.4): started and not ended (both inclusive), not disabled, not
 * suspended, and with activities left if they are limited. A missing property counts as not set.
 * @param now ms since the epoch
 * @param zone the workflow's timezone
 */
export function isActiveAt(membership: IDataObject, now: number, zone: string): boolean {
	const from = timeIn(membership, 'From', zone);
	const to = endOf(membership, zone);
	if (from === undefined || to === undefined || from > now || to < now) return false;
	if (membership.Disabled === true || isSuspendedAt(membership, now, zone)) return false;
	return !membership.MaxActivities || Number(membership.AvailableActivities ?? 0) > 0;
}

/** Properties of a suspension (§2.11). The API description does not show the values of `SuspensionState`. */
const SUSPENSION = ['IsSuspended', 'ReactivationDate', 'SuspensionState', 'SuspensionStartUTC', 'SuspendedAtUTC'] as const;

/** Whether any property shows a suspension, in the past, now or in the future. */
export const hasSuspension = (membership: IDataObject): boolean => SUSPENSION.some((name) => !isNoSuspension(membership[name]));

/** The membership without its suspension. */
export const withoutSuspension = (membership: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(membership).filter(([name]) => !(SUSPENSION as readonly string[]).includes(name)));

/** Whether a record can show a suspension: it is a membership, or it has a property of a suspension. */
export const showsSuspension = (record: IDataObject): boolean => ['UserClassSubscriptionId', ...SUSPENSION].some((name) => name in record);

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

/**
 * The available activities after the limit of a membership changes, if the user gives no number. The difference is added, so that used
 * activities stay used, and a membership that was unlimited starts with all of them. A limit of 0 means unlimited (§2.11).
 */
export function availableUnder(maxActivities: number, { MaxActivities, AvailableActivities }: IDataObject): number {
	const available = Number(AvailableActivities ?? 0) + maxActivities - Number(MaxActivities ?? 0);
	return Math.min(Math.max(available, 0), maxActivities);
}
