import { InvalidInput } from '../../../shared/transport/errors';
import { MEMBERSHIP_DATES } from '../../../shared/api/limits';
import { DAY_MS, HOUR_MS, instantOf, LARGEST_OFFSET_MS, MINUTE_MS, momentOf } from '../../../shared/api/time';
import type { Field } from '../../fields/field';
import { end, moment } from '../../fields/dates';
import { FROM, INCLUDES_DAY, OPTIONS, TO } from '../../fields/fields';

export const from = { ...FROM, description: 'The time when the membership begins, e.g. 2026-11-21T18:30:00' } as const satisfies Field;

/** A club counts days by its own clock, up to 14 hours ahead of UTC or 12 behind it, so its 2020-01-01 may begin in another year of UTC. */
const [EARLIEST, LATEST] = [MEMBERSHIP_DATES.earliest - LARGEST_OFFSET_MS, MEMBERSHIP_DATES.latest + 12 * HOUR_MS];

/** The end of a membership. The last day that a membership can have ends when it begins. */
function endOfMembership(value: unknown, label: string, zone: string): string {
	const whole = end(value, label, zone);
	return instantOf(whole) > LATEST ? moment(value, label, zone) : whole;
}

export const to = {
	...TO,
	check: endOfMembership,
	description: `The time when the membership ends, e.g. 2027-11-21T18:30:00. It must be at least one day after "From". ${INCLUDES_DAY}`,
} as const satisfies Field;

export const maxActivities = {
	displayName: 'Max Activities',
	name: 'maxActivities',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 0,
	hint: '0 means unlimited',
	description: 'The maximum number of activities, e.g. 10. 0 means unlimited.',
} as const satisfies Field;

export const skipExistingOptions = {
	...OPTIONS,
	options: [
		{
			displayName: 'Skip Existing',
			name: 'skipExisting',
			type: 'boolean',
			default: true,
			api: false,
			blank: 'refused',
			description:
				"Whether to return the athlete's usable membership of this product or plan, if one overlaps the dates, instead of creating a second one",
		},
	],
} as const satisfies Field;

export const IN_USE = {
	SubscriptionInUse: 'A class is booked with this membership. Remove the booking first, then try again.',
} as const;

/** The advice for an ID of another kind. The product of a membership has the next ID in the same record. */
export const NO_MEMBERSHIP = {
	404: 'There is no membership with this ID. Did you mean its "UserClassSubscriptionId"? "ClassSubscriptionId" is the ID of a product.',
} as const;

function checkDate(moment: string | undefined, label: string): void {
	if (moment === undefined) return;
	const time = instantOf(moment);
	if (time >= EARLIEST && time <= LATEST) return;
	throw new InvalidInput(`"${label}" must be between 2020-01-01 and 2100-01-01, not ${moment}`, `Correct "${label}". Nothing was sent.`);
}

const wallTime = (moment: string): number => momentOf(moment, 'utc').setZone('utc', { keepLocalTime: true }).toMillis();

/**
 * Whether a membership would last less than a calendar day (§2.11), which has 23 hours when the clocks go forward.
 * A date without an offset is left to the club.
 */
export function isTooShort(begin: string | undefined, end: string | undefined): boolean {
	if (begin === undefined || end === undefined) return false;
	const lengths = [instantOf(end) - instantOf(begin), wallTime(end) - wallTime(begin)];
	return lengths.every((length) => length < MEMBERSHIP_DATES.shortestMs);
}

export const tooShort = (advice: string): InvalidInput => new InvalidInput('"To" must be at least one day after "From"', advice);

export function checkDates(begin: string | undefined, end: string | undefined): void {
	checkDate(begin, 'From');
	checkDate(end, 'To');
	if (isTooShort(begin, end)) throw tooShort('Correct one of the dates. Nothing was sent.');
}

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
