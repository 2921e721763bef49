import type { IDataObject } from 'n8n-workflow';
import { beginOf, isId } from '../../shared/api/facts';
import { PROPERTIES } from '../../shared/api/properties';
import type { ListName } from '../../shared/api/eventRows';
import { ENDPOINTS, type Call, type ListCall } from '../../shared/api/endpoints';
import { CALENDAR_TYPES } from '../../shared/api/limits';
import { DAY_MS, HOUR_MS, isoOf } from '../../shared/api/time';
import { isPlain } from '../../shared/api/json';
import { CLASS_PLACES, TAKES_PLACE } from './classes';
import { USED_UP } from './memberships';
import type { StoredValue } from './polledEvent';
import { DEFAULTS, type PollSettings } from '../defaults';

/** The times that a list is read between, as the API takes them (§4.4, §4.5, §4.8). */
export interface TimeWindow {
	from: string;
	to?: string;
}

/** How far back and ahead of now a list is read, in ms. */
export type Reach = readonly [back: number, ahead: number];

/** The window of a reach. @param now ms since the epoch */
export const windowAt = ([back, ahead]: Reach, now: number): TimeWindow => ({ from: isoOf(now - back), to: isoOf(now + ahead) });

export interface PolledList {
	/** Whether it is read from the last id on. Of any other list, a poll compares all records, or those between two times (`span`). */
	grows?: boolean;
	/** Its reads, in order, with the parameters that all pages of a read share. A poll treats them as one list. */
	reads: ReadonlyArray<{ call: ListCall; params?: IDataObject }>;
	/** The id property that orders the list, if a read can begin at an id. */
	idName?: string;
	/** When a record of a growing list came about. One below the newest known id counts only if that was lately. */
	madeAt?: string;
	idsOf(row: IDataObject): number[] | undefined;
	ownerOf?(row: IDataObject): number | undefined;
	/** When a record of a window begins, in ms since the epoch. @param zone the timezone of the workflow */
	beginOf?(row: IDataObject, zone: string): number | undefined;
	/** The window to compare. @param now ms since the epoch @param snapshotAt when the last whole read began, in ms since the epoch */
	span?(settings: PollSettings, now: number, snapshotAt: number | undefined): TimeWindow;
	query?(settings: PollSettings): IDataObject;
	/** The properties whose change is an event: those that the spec names. If it names hardly any, none: the whole record counts. */
	watched?: readonly string[];
	/** The part of a whole record that does not change with other records. */
	ownPart?(row: IDataObject): IDataObject;
	storedValue?: StoredValue;
	/** The properties that decide about the last membership of an athlete. While no row of a read has one of them, nothing is decided. */
	decidesLast?: readonly string[];
	/**
	 * For records by their begin: how far the window reaches. If that changes, with any of the events or their parameters, what is remembered
	 * stays, and what only the new reach shows is learned.
	 */
	reach?(settings: PollSettings): Reach;
	/** The parameters that the memory depends on. If they change, the list is learned anew. */
	settingsKey?(settings: PollSettings): unknown;
	/** Whether the list alone says what is there: a record that it lacks twice is gone, although its own read still shows its begin. */
	isDecisive?: boolean;
	/** The call that shows whether a record that is no longer listed is gone, was moved or was left out. Its path has the ids of the record. */
	lookUp?: Call;
}

const idsBy =
	(...names: string[]) =>
	(row: IDataObject): number[] | undefined => {
		const ids = names.map((name) => row[name]);
		return ids.every(isId) ? ids : undefined;
	};

/** Properties that are no part of a record's state: its ids, an alias (§2.11) and the transaction. */
const UNWATCHED: ReadonlySet<string> = new Set(['ClassId', 'UserClassSubscriptionId', 'SuspendedAtUTC', 'Transaction']);

const PERSON = ['Email', 'FirstMidName', 'LastName', 'Phone', 'ClientStage'];

/** A missing summary is looked up as an athlete too: the spec names no 404 for a single summary. */
const byUser = {
	idName: ENDPOINTS['GET /Athletes'].orderedBy,
	idsOf: idsBy('UserId'),
	lookUp: 'GET /Athletes/{userId}',
} as const;

const byMembership = { idName: ENDPOINTS['GET /UserSubscriptions'].orderedBy, idsOf: idsBy('UserClassSubscriptionId') };

/**
 * A booking without its class, its subscription and the balance (§2.13). They change with other bookings, and each would then be
 * an update.
 */
const bookingAlone = (row: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(row).filter(([name, value]) => isPlain(value) && name !== 'TotalCredits'));

/** The events that also come after the class has begun, when somebody is added or marked. */
export const AFTER_BEGIN: ReadonlySet<string> = new Set(['ClassParticipant.Created', 'ClassParticipant.Updated']);

/** For the events that look at no class that has begun, such classes would only cost calls. */
const bookingsReach = ({ events, lookBack, lookAhead }: PollSettings): Reach => [
	events.some((name) => AFTER_BEGIN.has(name)) ? lookBack * HOUR_MS : 0,
	lookAhead * DAY_MS,
];

/** The calendars are read as far ahead as any of the events looks. */
const calendarReach = ({ lookAhead, hoursBefore }: PollSettings): Reach => [0, Math.max(lookAhead * DAY_MS, hoursBefore * HOUR_MS)];

export const POLLED_LISTS: Readonly<Record<ListName, PolledList>> = {
	athletes: {
		reads: [{ call: 'GET /Athletes' }],
		...byUser,
		watched: [...PERSON, 'IsGuest'],
	},
	contacts: {
		reads: [{ call: 'GET /Contacts' }],
		...byUser,
		watched: PERSON,
		lookUp: 'GET /Contacts/{userId}',
	},
	memberships: {
		reads: [{ call: 'GET /UserSubscriptions' }],
		...byMembership,
		ownerOf: ({ UserId }) => (isId(UserId) ? UserId : undefined),
		watched: PROPERTIES.userSubscription.filter((name) => !UNWATCHED.has(name)),
		storedValue: USED_UP,
		decidesLast: ['To', 'From', 'ClassSubscriptionId'],
		lookUp: 'GET /UserSubscriptions/{userSubscriptionId}',
	},
	newMemberships: { grows: true, reads: [{ call: 'GET /UserSubscriptions' }], ...byMembership },
	badges: {
		grows: true,
		reads: [{ call: 'GET /BadgeAwards' }],
		idName: ENDPOINTS['GET /BadgeAwards'].orderedBy,
		idsOf: idsBy('UserId', 'AchievedBadgeId'),
		// The awards of somebody who joins become visible all at once (§4.3).
		madeAt: 'AchievedAt',
	},
	trainings: {
		reads: [{ call: 'GET /Trainings' }],
		idsOf: idsBy('TrainingId'),
		span: ({ lookBack }, now, snapshotAt = now) => ({ from: isoOf(Math.min(snapshotAt, now) - lookBack * HOUR_MS) }),
		settingsKey: ({ lookBack }) => lookBack,
	},
	bookings: {
		reads: [{ call: 'GET /Classes/Bookings' }],
		idsOf: idsBy('ClassId', 'UserId'),
		beginOf,
		reach: bookingsReach,
		span: (settings, now) => windowAt(bookingsReach(settings), now),
		ownPart: bookingAlone,
		storedValue: TAKES_PLACE,
		lookUp: 'GET /Classes/{classId}/Participants/{userId}',
	},
	calendars: {
		reads: CALENDAR_TYPES.map((calendarType) => ({ call: 'GET /Classes/Calendars/{calendarType}', params: { calendarType } })),
		idsOf: idsBy('ClassId'),
		beginOf,
		reach: calendarReach,
		span: (settings, now) => windowAt(calendarReach(settings), now),
		watched: PROPERTIES.class.filter((name) => !UNWATCHED.has(name)),
		storedValue: CLASS_PLACES,
		// A calendar has the published classes (§4.5). The read of a single class names no such condition (§4.8).
		isDecisive: true,
		lookUp: 'GET /Classes/{classId}',
	},
	membershipSummaries: { reads: [{ call: 'GET /Athletes/MembershipSummaries' }], ...byUser },
	engagement: { reads: [{ call: 'GET /Athletes/EngagementSummaries' }], ...byUser },
	attendance: {
		reads: [{ call: 'GET /Athletes/AttendanceSummaries' }],
		...byUser,
		// Where no event counts the visits of a period, every trigger asks for the same one, and they share the list.
		query: ({ days, absenceField }) => ({ days: absenceField === '' ? DEFAULTS.days : days }),
	},
};
