import type { IDataObject } from 'n8n-workflow';
import { isOfPerson } from './eventSubjects';
import { isObject, textOf } from './json';
import { MEMBERSHIP_DATES } from './limits';
import { fold } from './text';
import { timeIn } from './time';

// What a record of the API says. Each fact is read here and nowhere else.

/** The properties that hold a name. The API description shows few of them (§2.13). */
export const NAME = /(Name|Title)$/;

const NAME_OF_OTHER =
	/(Trainer|Instructor|Coach|Teacher|Staff|Manager|User|Athlete|Actor|Person|First|Mid|Last|Room|Location|Hall|Studio|Club|Brand)\w*(Name|Title)$/;

const KINDS = { Challenge: /Challenge/, Class: /^Class/, Plan: /Plan/, Product: /Product|Subscription/ } as const;

/**
 * The name of a record: its Name or Title, or a property that ends so, those of its kind first; undefined if it has none. The name of a
 * trainer or a room is not that of a class.
 */
export function nameOf(record: IDataObject, kind: keyof typeof KINDS): string | undefined {
	const others = Object.keys(record).filter((key) => NAME.test(key) && !NAME_OF_OTHER.test(key));
	const [own, rest] = [true, false].map((isOwn) => others.filter((key) => KINDS[kind].test(key) === isOwn));
	return ['Name', 'Title', ...own, ...rest]
		.map((key) => record[key])
		.find((value): value is string => typeof value === 'string' && value.trim() !== '');
}

export const called = (record: IDataObject, kind: keyof typeof KINDS, id: unknown): string =>
	nameOf(record, kind) ?? `${kind} ${String(id)}`;

export const personName = (row: IDataObject): string => [row.FirstMidName, row.LastName].map(textOf).filter(Boolean).join(' ');

const wordsIn = (text: unknown): string[] => fold(textOf(text)).split(/[ ,]+/).filter(Boolean);

/**
 * Whether a name is that of a person: their words in any order, also as `Maier, Kathrin`. Either side may leave out a middle name, but not
 * the first name or the last.
 */
export function isCalled({ FirstMidName, LastName }: IDataObject, name: string): boolean {
	const [last, first = ''] = name.split(',');
	const words = wordsIn(`${first} ${last}`);
	const [firsts, lasts] = [wordsIn(FirstMidName), wordsIn(LastName)];
	const own = [...firsts, ...lasts];
	if (![...firsts.slice(0, 1), ...lasts].every((word) => words.includes(word))) return false;
	return words.every((word) => own.includes(word)) || (own.includes(words[0]) && own.every((word) => words.includes(word)));
}

/** A person, distinct from others of the same name: name and address, or the ID if the club shows no address. */
export function fullNameOf(row: IDataObject): string {
	const [name, address, id] = [personName(row), textOf(row.Email), String(row.UserId)];
	return name ? `${name} (${address || id})` : address || `Athlete ${id}`;
}

/**
 * The properties of a profile that identify the club itself, which §4.8 does not show. Another ID or name can be that of a chain, whose
 * clubs share it, or of a manager.
 */
export const IDENTITY = /^(Club)?(Id|Name|Title)$/;

export const identitiesOf = (profile: unknown): Array<[property: string, value: string]> =>
	Object.entries(profile ?? {}).flatMap(([property, value]: [string, unknown]) => {
		const isText = (typeof value === 'string' && value.trim() !== '') || typeof value === 'number';
		return isText && IDENTITY.test(property) ? [[property, String(value).trim()]] : [];
	});

export const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

/** The ID of the person of an event: `userId` of its `ids`, else `UserId` of its record or data, or of `User` or `Contact` in them. */
export function userIdOf({ eventType, ids, record, data }: IDataObject): number | undefined {
	if (!isOfPerson(textOf(eventType))) return undefined;
	const people = [record, data].flatMap((part) => (isObject(part) ? [part, part.User, part.Contact] : []));
	return [isObject(ids) && ids.userId, ...people.map((person) => isObject(person) && person.UserId)].find(isId);
}

export const beginOf = (row: IDataObject, zone: string): number | undefined => timeIn(row, 'Begin', zone);

// Bookings.

/**
 * Whether a booking is a place in the queue. The spec does not show which property says so (§3.6), and these are the plain ones: a name
 * alone, such as `QueueEnabled`, may be about the class.
 */
export const isQueuedBooking = ({ State, Status, IsQueued, QueuePosition }: IDataObject): boolean =>
	[State, Status].some((state) => typeof state === 'string' && /queue|wait/i.test(state)) || IsQueued === true || Number(QueuePosition) > 0;

// Memberships.

/** When a membership ends, in ms since the epoch. Without an end, such as a recurring one (§4.6), it ends at the latest date (§2.11). */
export const endOf = (membership: IDataObject, zone: string): number | undefined =>
	membership.To === undefined || membership.To === null ? MEMBERSHIP_DATES.latest : timeIn(membership, 'To', zone);

export function hasEnded(membership: IDataObject, now: number, zone: string): boolean | undefined {
	const end = endOf(membership, zone);
	return end === undefined ? undefined : Math.floor(end / 1000) * 1000 < now;
}

/** Whether a value means no suspension: it is empty, or a state such as `None` or `NotSuspended`. */
export const isNoSuspension = (value: unknown): boolean => !value || /^(none|(no|not|un)suspen\w*)$/i.test(String(value));

export const suspensionStartOf = (membership: IDataObject, zone: string): number | undefined =>
	timeIn(membership, 'SuspensionStartUTC', zone) ?? timeIn(membership, 'SuspendedAtUTC', zone);

export const suspensionEndOf = (membership: IDataObject, zone: string): number | undefined => timeIn(membership, 'ReactivationDate', zone);

/**
 * Whether a suspension is in force: it has begun, and no automatic reactivation has ended it. The times decide, since a state
 * can be late. Only a state without a suspension decides against the times, which may be those of an earlier suspension.
 */
export function isSuspendedAt(membership: IDataObject, now: number, zone: string): boolean {
	const { SuspensionState, IsSuspended } = membership;
	if (SuspensionState && isNoSuspension(SuspensionState)) return false;
	const start = suspensionStartOf(membership, zone);
	if (start === undefined) return IsSuspended === true || /^suspended$/i.test(String(SuspensionState));
	const end = suspensionEndOf(membership, zone);
	return start <= now && (end === undefined || now < end);
}

/** Whether a membership has a limit, and none of it is left: it is not active (§3.4). */
export const isUsedUp = ({ MaxActivities, AvailableActivities }: IDataObject): boolean =>
	Number(MaxActivities) > 0 && typeof AvailableActivities === 'number' && AvailableActivities <= 0;

/**
 * Whether a membership is active at a moment (§3.4): started and not ended (both inclusive), not disabled, not
 * suspended, and with activities left if they are limited. A missing property counts as not set.
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

export const hasSuspension = (membership: IDataObject): boolean => SUSPENSION.some((name) => !isNoSuspension(membership[name]));

export const withoutSuspension = (membership: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(membership).filter(([name]) => !(SUSPENSION as readonly string[]).includes(name)));

export const showsSuspension = (record: IDataObject): boolean => ['UserClassSubscriptionId', ...SUSPENSION].some((name) => name in record);

/** The plans in a product that was read with them; undefined if it has no such list. The spec does not name the property (§4.8). */
export const plansIn = ({ Plans }: IDataObject): IDataObject[] | undefined =>
	Array.isArray(Plans) ? (Plans as IDataObject[]).filter((plan) => plan?.ClassSubscriptionPlanId) : undefined;
