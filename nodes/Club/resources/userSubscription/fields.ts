import { InvalidInput } from '../../../shared/transport/errors';
import { ASSIGNMENT_DATES } from '../../../shared/api/limits';
import type { Field } from '../../operation';

/** Properties of an assignment that the spec names (§2.11): what Simplify keeps. */
export const ASSIGNMENT_PROPERTIES = [
	'UserClassSubscriptionId',
	'ClassSubscriptionId',
	'ClassSubscriptionPlanId',
	'UserId',
	'From',
	'To',
	'MaxActivities',
	'AvailableActivities',
	'Disabled',
	'IsSuspended',
	'ReactivationDate',
	'SuspensionState',
	'SuspensionStartUTC',
	'SuspendedAtUTC',
	'Transaction',
] as const;

export const from = {
	displayName: 'From',
	name: 'from',
	type: 'dateTime',
	default: '',
	description: 'When the assignment begins, e.g. 2026-11-21T18:30:00',
} as const satisfies Field;

export const to = {
	displayName: 'To',
	name: 'to',
	type: 'dateTime',
	default: '',
	description: 'When the assignment ends, e.g. 2027-11-21T18:30:00, at least one day after it begins',
} as const satisfies Field;

export const maxActivities = {
	displayName: 'Max Activities',
	name: 'maxActivities',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 0,
	description: 'How many activities it allows, e.g. 10; 0 means as many as wanted',
} as const satisfies Field;

/** What to do where a class is booked on the assignment (§7.1 SubscriptionInUse). */
export const IN_USE = {
	409: 'A class is booked on this assignment. Remove the booking first (Class Participant > Remove), then try again.',
} as const;

function checkDate(moment: string | undefined, label: string): number | undefined {
	if (moment === undefined) return undefined;
	const time = Date.parse(moment);
	if (time >= ASSIGNMENT_DATES.earliest && time <= ASSIGNMENT_DATES.latest) return time;
	throw new InvalidInput(`"${label}" must be between 2020-01-01 and 2100-01-01, not ${moment}`, `Correct "${label}". Nothing was sent.`);
}

/** Refuses dates of an assignment that §2.11 does not allow. */
export function checkDates(begin: string | undefined, end: string | undefined): void {
	const [first, last] = [checkDate(begin, 'From'), checkDate(end, 'To')];
	if (first === undefined || last === undefined || last - first >= ASSIGNMENT_DATES.shortestMs) return;
	throw new InvalidInput('"To" must be at least one day after "From"', 'Correct one of the two. Nothing was sent.');
}
