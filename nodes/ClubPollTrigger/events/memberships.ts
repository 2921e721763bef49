import type { IDataObject } from 'n8n-workflow';
import { endOf, isSuspendedAt, suspensionEndOf } from '../../shared/records/memberships';
import { DAY_MS } from '../../shared/api/time';
import type { PollSettings } from '../settings';
import type { PolledEvent } from './polledEvent';
import { becameFalse, becameTrue, SCANNED } from './polledEvent';

/** Whether something is true of the end of a membership, in ms but of whole seconds; undefined where it cannot be read. */
function isEnd(row: IDataObject, { zone }: PollSettings, judge: (end: number) => boolean): boolean | undefined {
	const end = endOf(row, zone);
	return end === undefined ? undefined : judge(Math.floor(end / 1000) * 1000);
}

/** Whether a suspension is in force; undefined of a disabled assignment, of which the club may say anything. */
function isSuspended(row: IDataObject, { zone }: PollSettings, now: number): boolean | undefined {
	return row.Disabled === true ? undefined : isSuspendedAt(row, now, zone);
}

/** Whether a suspension that is in force ends by itself within so many days. */
function endsSuspensionSoon(row: IDataObject, settings: PollSettings, now: number): boolean | undefined {
	const end = suspensionEndOf(row, settings.zone);
	const isSoon = end !== undefined && end <= now + settings.daysBefore * DAY_MS;
	return isSoon ? isSuspended(row, settings, now) : false;
}

/** How many activities are left; undefined where they are not limited. */
const creditsOf = ({ MaxActivities, AvailableActivities }: IDataObject): number | undefined =>
	Number(MaxActivities) > 0 && AvailableActivities !== undefined && AvailableActivities !== null ? Number(AvailableActivities) : undefined;

/** The events of assignments, and of what they mean for a membership. */
export const MEMBERSHIPS = [
	{
		name: 'UserSubscription.Created',
		family: 'Memberships',
		description: 'An athlete was given a membership',
		list: 'newAssignments',
		cause: 'added',
		once: true,
		subject: 'UserSubscriptions/{userSubscriptionId}',
		misses: 'One that shows up when 100 with larger IDs were seen already',
	},
	{
		name: 'UserSubscription.Updated',
		family: 'Memberships',
		description: 'A watched property of an assignment changed',
		list: 'assignments',
		cause: 'changed',
		subject: 'UserSubscriptions/{userSubscriptionId}',
		misses: SCANNED,
	},
	{
		name: 'UserSubscription.Deleted',
		family: 'Memberships',
		description: 'An assignment is not listed any more',
		list: 'assignments',
		cause: 'removed',
		once: true,
		subject: 'UserSubscriptions/{userSubscriptionId}',
		misses: 'One that was made and deleted between two polls',
	},
	{
		name: 'Membership.EndsSoon',
		family: 'Memberships',
		description: 'The last membership of an athlete ends within so many days',
		list: 'assignments',
		lastMembership: true,
		cause: 'value',
		value: (row, settings, now) => isEnd(row, settings, (end) => end >= now && end <= now + settings.daysBefore * DAY_MS),
		isEvent: becameTrue,
		owner: ({ daysBefore }) => daysBefore,
		subject: 'UserSubscriptions/{userSubscriptionId}',
		options: ['daysBefore'],
		when: 'once, when the last membership of somebody has 14 days left ("Days Before the End" in the options)',
		misses: 'One that was renewed before the next poll',
	},
	{
		name: 'Membership.Ended',
		family: 'Memberships',
		description: 'The last membership of an athlete has ended',
		list: 'assignments',
		lastMembership: true,
		cause: 'value',
		value: (row, settings, now) => isEnd(row, settings, (end) => end < now),
		isEvent: becameTrue,
		subject: 'UserSubscriptions/{userSubscriptionId}',
		when: 'once, when the last membership of somebody has ended',
		misses: 'One that was renewed before the next poll',
	},
	{
		name: 'Membership.CreditsLow',
		family: 'Memberships',
		description: 'The last membership of an athlete is limited and nearly used up',
		list: 'assignments',
		lastMembership: true,
		cause: 'value',
		value: (row, settings, now) => isEnd(row, settings, (end) => end >= now && (creditsOf(row) ?? Infinity) <= settings.credits),
		isEvent: becameTrue,
		owner: ({ credits }) => credits,
		subject: 'UserSubscriptions/{userSubscriptionId}',
		options: ['credits'],
		when: 'once, when the last membership of somebody is limited and has 1 activity left ("Credits Left" in the options)',
		misses: 'One that was renewed before the next poll',
	},
	{
		name: 'Membership.Renewed',
		family: 'Memberships',
		description: 'An athlete renewed a membership that was about to end or had ended',
		list: 'assignments',
		lastMembership: true,
		ofAthlete: true,
		cause: 'value',
		value: (row, settings, now) => isEnd(row, settings, (end) => end <= now + settings.daysBefore * DAY_MS),
		isEvent: becameFalse,
		owner: ({ daysBefore }) => daysBefore,
		options: ['daysBefore'],
		when: 'when the last membership of somebody had 14 days left or had ended ("Days Before the End" in the options), and it was extended or another one that ends later was assigned',
		subject: 'UserSubscriptions/{userSubscriptionId}',
		misses: 'One that came near its end again before the next poll',
	},
	{
		name: 'Membership.Suspended',
		family: 'Memberships',
		description: 'The freeze (suspension) of a membership has begun',
		list: 'assignments',
		cause: 'value',
		value: isSuspended,
		isEvent: becameTrue,
		when: 'when a membership is frozen, at the begin of the freeze',
		subject: 'UserSubscriptions/{userSubscriptionId}',
		misses: 'A suspension that ended before the next poll',
	},
	{
		name: 'Membership.Resumed',
		family: 'Memberships',
		description: 'The freeze (suspension) of a membership has ended: the end of Membership Suspended',
		list: 'assignments',
		cause: 'value',
		value: isSuspended,
		isEvent: becameFalse,
		when: 'when the freeze of a membership ends, by its date or since somebody ended it',
		subject: 'UserSubscriptions/{userSubscriptionId}',
		misses: 'A suspension that began again before the next poll',
	},
	{
		name: 'Membership.SuspensionEndsSoon',
		family: 'Memberships',
		description: 'The freeze (suspension) of a membership ends by itself within so many days',
		list: 'assignments',
		cause: 'value',
		value: endsSuspensionSoon,
		isEvent: becameTrue,
		owner: ({ daysBefore }) => daysBefore,
		options: ['daysBefore'],
		when: 'once, when the freeze of a membership has 14 days left ("Days Before the End" in the options), or at its begin where it is shorter. Not of a freeze without a date',
		subject: 'UserSubscriptions/{userSubscriptionId}',
		misses: 'A suspension that was ended before the next poll',
	},
	{
		name: 'Membership.Changed',
		family: 'Memberships',
		description: 'The status of the memberships of an athlete changed; carries the previous one',
		list: 'memberships',
		cause: 'value',
		property: 'Status',
		subject: 'Athletes/{userId}',
		misses: SCANNED,
	},
] as const satisfies readonly PolledEvent[];
