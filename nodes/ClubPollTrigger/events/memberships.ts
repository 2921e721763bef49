import type { IDataObject } from 'n8n-workflow';
import { endOf, isSuspendedAt, suspensionEndOf } from '../../shared/records/memberships';
import { DAY_MS } from '../../shared/api/time';
import type { PollSettings } from '../settings';
import type { PolledEvent } from './polledEvent';
import { becameFalse, becameTrue, SCANNED } from './polledEvent';

/** Tests the end of a membership, in ms since the epoch, cut to whole seconds; undefined if the end cannot be read. */
function isEnd(row: IDataObject, { zone }: PollSettings, test: (end: number) => boolean): boolean | undefined {
	const end = endOf(row, zone);
	return end === undefined ? undefined : test(Math.floor(end / 1000) * 1000);
}

/** Whether a suspension is in force; undefined for a disabled membership, whose dates may be anything. */
function isSuspended(row: IDataObject, { zone }: PollSettings, now: number): boolean | undefined {
	return row.Disabled === true ? undefined : isSuspendedAt(row, now, zone);
}

/** Whether a suspension that is in force ends by itself within `daysBefore`. */
function endsSuspensionSoon(row: IDataObject, settings: PollSettings, now: number): boolean | undefined {
	const end = suspensionEndOf(row, settings.zone);
	const isSoon = end !== undefined && end <= now + settings.daysBefore * DAY_MS;
	return isSoon ? isSuspended(row, settings, now) : false;
}

/** How many activities remain; undefined if they are not limited. */
const creditsOf = ({ MaxActivities, AvailableActivities }: IDataObject): number | undefined =>
	Number(MaxActivities) > 0 && AvailableActivities !== undefined && AvailableActivities !== null ? Number(AvailableActivities) : undefined;

/** The events of memberships. */
export const MEMBERSHIPS = [
	{
		name: 'UserSubscription.Created',
		family: 'Memberships',
		description: 'A membership was assigned to an athlete',
		list: 'newMemberships',
		cause: 'added',
		occursOnce: true,
		subject: 'UserSubscriptions/{userSubscriptionId}',
		misses: 'A membership that becomes visible after 100 memberships with larger IDs',
	},
	{
		name: 'UserSubscription.Updated',
		family: 'Memberships',
		description: 'A watched property of an assigned membership changed',
		list: 'memberships',
		cause: 'changed',
		subject: 'UserSubscriptions/{userSubscriptionId}',
		misses: SCANNED,
	},
	{
		name: 'UserSubscription.Deleted',
		family: 'Memberships',
		description: 'An assigned membership is no longer listed',
		list: 'memberships',
		cause: 'removed',
		occursOnce: true,
		subject: 'UserSubscriptions/{userSubscriptionId}',
		misses: 'A membership that was assigned and removed between two polls',
	},
	{
		name: 'Membership.EndsSoon',
		family: 'Memberships',
		description: 'The last membership of an athlete has 14 days left, once (Days Before the End in the options)',
		list: 'memberships',
		lastMembership: true,
		cause: 'value',
		value: (row, settings, now) => isEnd(row, settings, (end) => end >= now && end <= now + settings.daysBefore * DAY_MS),
		isEvent: becameTrue,
		owner: ({ daysBefore }) => daysBefore,
		subject: 'UserSubscriptions/{userSubscriptionId}',
		options: ['daysBefore'],
		misses: 'A membership that was renewed before the next poll',
	},
	{
		name: 'Membership.Ended',
		family: 'Memberships',
		description: 'The last membership of an athlete has ended, once',
		list: 'memberships',
		lastMembership: true,
		cause: 'value',
		value: (row, settings, now) => isEnd(row, settings, (end) => end < now),
		isEvent: becameTrue,
		subject: 'UserSubscriptions/{userSubscriptionId}',
		misses: 'A membership that was renewed before the next poll',
	},
	{
		name: 'Membership.CreditsLow',
		family: 'Memberships',
		description: 'The last membership of an athlete has a limit and 1 activity left, once (Credits Left in the options)',
		list: 'memberships',
		lastMembership: true,
		cause: 'value',
		value: (row, settings, now) => isEnd(row, settings, (end) => end >= now && (creditsOf(row) ?? Infinity) <= settings.credits),
		isEvent: becameTrue,
		owner: ({ credits }) => credits,
		subject: 'UserSubscriptions/{userSubscriptionId}',
		options: ['credits'],
		misses: 'A membership that was renewed before the next poll',
	},
	{
		name: 'Membership.Renewed',
		family: 'Memberships',
		description: 'An athlete renewed a last membership that had ended or had at most 14 days left (Days Before the End in the options)',
		list: 'memberships',
		lastMembership: true,
		ofAthlete: true,
		cause: 'value',
		value: (row, settings, now) => isEnd(row, settings, (end) => end <= now + settings.daysBefore * DAY_MS),
		isEvent: becameFalse,
		owner: ({ daysBefore }) => daysBefore,
		options: ['daysBefore'],
		subject: 'UserSubscriptions/{userSubscriptionId}',
		misses: 'A membership that was close to its end again before the next poll',
	},
	{
		name: 'Membership.Suspended',
		family: 'Memberships',
		description: 'The freeze (suspension) of a membership has begun',
		list: 'memberships',
		cause: 'value',
		value: isSuspended,
		isEvent: becameTrue,
		subject: 'UserSubscriptions/{userSubscriptionId}',
		misses: 'A freeze that ended before the next poll',
	},
	{
		name: 'Membership.Resumed',
		family: 'Memberships',
		description: 'The freeze (suspension) of a membership has ended, on its end date or because somebody ended it',
		list: 'memberships',
		cause: 'value',
		value: isSuspended,
		isEvent: becameFalse,
		subject: 'UserSubscriptions/{userSubscriptionId}',
		misses: 'A freeze that began again before the next poll',
	},
	{
		name: 'Membership.SuspensionEndsSoon',
		family: 'Memberships',
		description:
			'The freeze (suspension) of a membership has 14 days left, or less if it is shorter, once; one without an end never (Days Before the End in the options)',
		list: 'memberships',
		cause: 'value',
		value: endsSuspensionSoon,
		isEvent: becameTrue,
		owner: ({ daysBefore }) => daysBefore,
		options: ['daysBefore'],
		subject: 'UserSubscriptions/{userSubscriptionId}',
		misses: 'A freeze that ended before the next poll',
	},
	{
		name: 'Membership.Changed',
		family: 'Memberships',
		description: 'The status of the memberships of an athlete changed; the item includes the previous status',
		list: 'membershipSummaries',
		cause: 'value',
		property: 'Status',
		subject: 'Athletes/{userId}',
		misses: SCANNED,
	},
] as const satisfies readonly PolledEvent[];
