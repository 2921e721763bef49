import type { IDataObject } from 'n8n-workflow';
import { DAY_MS, MINUTE_MS, timeIn } from '../shared/api/time';
import { endOf, isNoSuspension, isSuspendedAt } from '../shared/records/memberships';

/**
 * Whether an assignment is active at a moment (§3.4): begun and not ended (both inclusive), not disabled, not
 * suspended, and with activities left where they are limited. What the API leaves out counts as not given.
 * @param now ms since the epoch
 * @param zone the workflow's timezone
 */
export function isActiveAt(assignment: IDataObject, now: number, zone: string): boolean {
	const from = timeIn(assignment, 'From', zone);
	const to = endOf(assignment, zone);
	if (from === undefined || to === undefined || from > now || to < now) return false;
	if (assignment.Disabled === true || isSuspendedAt(assignment, now, zone)) return false;
	return !assignment.MaxActivities || Number(assignment.AvailableActivities ?? 0) > 0;
}

/** Properties that tell of a suspension (§2.11); `SuspensionState` has values that the spec does not show. @reading suspensionState @reading legacySuspension */
const SUSPENSION = ['IsSuspended', 'ReactivationDate', 'SuspensionState', 'SuspensionStartUTC', 'SuspendedAtUTC'] as const;

/** Whether any property tells of a suspension, past, present or to come. */
export const hasSuspension = (assignment: IDataObject): boolean => SUSPENSION.some((name) => !isNoSuspension(assignment[name]));

/** An assignment as if it were never suspended. */
export const withoutSuspension = (assignment: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(assignment).filter(([name]) => !(SUSPENSION as readonly string[]).includes(name)));

/** Whether a record tells of suspensions at all: it names an assignment, or a property of its suspension. */
export const showsSuspension = (record: IDataObject): boolean => ['UserClassSubscriptionId', ...SUSPENSION].some((name) => name in record);

/** Offsets of zones are whole quarters of an hour. */
const QUARTER_MS = 15 * MINUTE_MS;

/** Whether a time may be the first or the last second of a day, in whatever zone. */
const mayBoundDay = (time: number): boolean => (time + 1000) % QUARTER_MS <= 1000;

/**
 * Whether a club has kept a time as far as services do: in whole seconds, with another offset, or as the first or the last second
 * of its day. Both in ms since the epoch.
 * @reading assignmentDates
 * @reading assignmentDays
 */
export function isKept(wanted: number | undefined, given: number | undefined): boolean {
	if (wanted === undefined || given === undefined) return false;
	const distance = Math.abs(wanted - given);
	return distance < 1000 || (distance < DAY_MS && mayBoundDay(given));
}

/**
 * The activities that are left when the limit of an assignment changes and nobody says how many: the difference is
 * added, so that what was used stays used, and an unlimited assignment begins its limit unused. Without a limit (0) none are counted (§2.11).
 * @reading unlimitedActivities
 */
export function availableUnder(maxActivities: number, { MaxActivities, AvailableActivities }: IDataObject): number {
	const available = Number(AvailableActivities ?? 0) + maxActivities - Number(MaxActivities ?? 0);
	return Math.min(Math.max(available, 0), maxActivities);
}
