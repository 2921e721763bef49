import type { IDataObject } from 'n8n-workflow';
import { endOf, hasEnded, isSuspendedAt, isUsedUp, suspensionEndOf, suspensionStartOf } from '../../shared/api/facts';
import { DAY_MS, timeIn } from '../../shared/api/time';
import { isGiven } from './properties';
import type { PollSettings } from '../defaults';
import { becameTrue, type EventFunctionsByName, type StoredValue, type Value } from './polledEvent';

/** Whether a membership is disabled or used up: then it becomes the last one of no athlete. */
export const isOutOfUse = (row: IDataObject): boolean => row.Disabled === true || isUsedUp(row);

export const USED_UP: StoredValue = { name: 'UserSubscription.usedUp', value: isUsedUp, reads: ['AvailableActivities'] };

function untilEnd(row: IDataObject, { zone }: PollSettings, now: number, test: (end: number) => boolean): boolean | 'ended' | undefined {
	const end = endOf(row, zone);
	if (end === undefined) return undefined;
	const endMs = Math.floor(end / 1000) * 1000;
	return endMs < now ? 'ended' : test(endMs);
}

const becameTrueBeforeEnd = (_before: Value | undefined, now: Value): boolean => now === true;

/** Whether a membership ends within `daysBefore`. One that is shorter than that always would. */
function endsSoon(row: IDataObject, settings: PollSettings, now: number): boolean | 'ended' | undefined {
	const from = timeIn(row, 'From', settings.zone);
	const span = settings.daysBefore * DAY_MS;
	return untilEnd(row, settings, now, (end) => end <= now + span && (from === undefined || end - from >= span));
}

const mustRenew = (row: IDataObject, settings: PollSettings, now: number): boolean | 'ended' | undefined =>
	untilEnd(row, settings, now, (end) => end <= now + settings.daysBefore * DAY_MS);

/** Whether a membership that had ended runs again, however short, or one that was about to end is no longer. */
const isRenewal = (before: Value | undefined, now: Value): boolean =>
	before === 'ended' ? now !== 'ended' : before === true && now === false;

/**
 * A suspension: in force by its times, in force and flagged (`IsSuspended`), flagged and about to end, none, or over although its times do
 * not show it, since the flag that was true is false.
 */
type Freeze = boolean | 'flagged' | 'flaggedSoon' | 'over';

/**
 * The suspension of a membership; undefined for a disabled one, whose dates may be anything, and for one that was flagged and shows
 * nothing any more.
 */
function freezeOf(row: IDataObject, { zone }: PollSettings, now: number, before?: Value): Freeze | undefined {
	if (row.Disabled === true) return undefined;
	const wasFlagged = before === 'flagged' || before === 'flaggedSoon';
	if (!isSuspendedAt(row, now, zone)) {
		const isSilent = suspensionStartOf(row, zone) === undefined && !isGiven(row.SuspensionState) && !isGiven(row.IsSuspended);
		return wasFlagged && isSilent ? undefined : false;
	}
	if (row.IsSuspended === true) return 'flagged';
	return row.IsSuspended === false && (wasFlagged || before === 'over') ? 'over' : true;
}

const isFrozen = (freeze: Value | undefined): boolean => freeze === true || freeze === 'flagged';

/** Whether a suspension that is in force ends by itself within `daysBefore`; before that, the suspension. */
function freezeEndsSoon(row: IDataObject, settings: PollSettings, now: number, before?: Value): Freeze | undefined {
	const freeze = freezeOf(row, settings, now, before);
	const end = suspensionEndOf(row, settings.zone);
	const isSoon = end !== undefined && end <= now + settings.daysBefore * DAY_MS;
	if (isSoon || freeze === undefined) return freeze === 'flagged' ? 'flaggedSoon' : freeze;
	return freeze === true ? false : freeze;
}

const isEndingSoon = (freeze: Value | undefined): boolean => freeze === true || freeze === 'flaggedSoon';

const creditsOf = ({ MaxActivities, AvailableActivities }: IDataObject): number | undefined =>
	Number(MaxActivities) > 0 && AvailableActivities !== undefined && AvailableActivities !== null ? Number(AvailableActivities) : undefined;

/** Whether few activities are left of a membership with a limit, and some were used; undefined without the numbers. */
function isLow(row: IDataObject, settings: PollSettings, now: number): boolean | 'ended' | undefined {
	const left = row.MaxActivities === 0 ? Infinity : creditsOf(row);
	if (row.Disabled === true || left === undefined) return undefined;
	return untilEnd(row, settings, now, () => left <= settings.credits && left < Number(row.MaxActivities));
}

export const MEMBERSHIPS = {
	'Membership.EndsSoon': {
		lastMembership: true,
		value: endsSoon,
		isEvent: becameTrueBeforeEnd,
		options: ['daysBefore', 'products'],
	},
	'Membership.Ended': {
		lastMembership: true,
		value: (row, { zone }, now) => hasEnded(row, now, zone),
		isEvent: becameTrue,
		options: ['products'],
	},
	'Membership.CreditsLow': {
		value: isLow,
		isEvent: becameTrueBeforeEnd,
		options: ['credits'],
	},
	'Membership.Renewed': {
		lastMembership: true,
		ofAthlete: true,
		value: mustRenew,
		isEvent: isRenewal,
		options: ['daysBefore', 'products'],
	},
	'Membership.Suspended': { value: freezeOf, isEvent: (before, now) => !isFrozen(before) && isFrozen(now) },
	'Membership.Resumed': { value: freezeOf, isEvent: (before, now) => isFrozen(before) && !isFrozen(now) },
	'Membership.SuspensionEndsSoon': {
		value: freezeEndsSoon,
		isEvent: (before, now) => !isEndingSoon(before) && isEndingSoon(now),
		options: ['daysBefore'],
	},
} as const satisfies EventFunctionsByName;
