import type { IDataObject } from 'n8n-workflow';
import { ASSIGNMENT_DATES } from '../api/limits';
import { timeIn } from '../api/time';

/**
 * When an assignment ends, in ms: one for which the club gives no end, such as a recurring one (§4.6), as late as any may (§2.11).
 * @param zone the workflow's timezone
 */
export const endOf = (assignment: IDataObject, zone: string): number | undefined =>
	assignment.To === undefined || assignment.To === null ? ASSIGNMENT_DATES.latest : timeIn(assignment, 'To', zone);

/** Whether a value tells of no suspension: none at all, or a state such as `None` or `NotSuspended`. @reading suspensionState */
export const isNoSuspension = (value: unknown): boolean => !value || /^(none|(no|not|un)suspen\w*)$/i.test(String(value));

/** When a suspension begins, in ms since the epoch. @param zone the workflow's timezone */
export const suspensionStartOf = (assignment: IDataObject, zone: string): number | undefined =>
	timeIn(assignment, 'SuspensionStartUTC', zone) ?? timeIn(assignment, 'SuspendedAtUTC', zone);

/** When a suspension ends by itself, in ms since the epoch; undefined where it does not. @param zone the workflow's timezone */
export const suspensionEndOf = (assignment: IDataObject, zone: string): number | undefined => timeIn(assignment, 'ReactivationDate', zone);

/**
 * Whether a suspension is in force: begun, and not yet ended by an automatic reactivation. The times decide, since a state may lag
 * behind them; but one that says none says so, whatever times are left of an earlier suspension.
 * @param now ms since the epoch
 * @param zone the workflow's timezone
 */
export function isSuspendedAt(assignment: IDataObject, now: number, zone: string): boolean {
	const { SuspensionState, IsSuspended } = assignment;
	if (SuspensionState && isNoSuspension(SuspensionState)) return false;
	const start = suspensionStartOf(assignment, zone);
	if (start === undefined) return IsSuspended === true || /^suspended$/i.test(String(SuspensionState));
	const end = suspensionEndOf(assignment, zone);
	return start <= now && (end === undefined || now < end);
}
