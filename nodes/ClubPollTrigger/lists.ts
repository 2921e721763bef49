import type { IDataObject } from 'n8n-workflow';
import { PROPERTIES } from '../shared/api/properties';
import type { Call, ListCall } from '../shared/api/endpoints';
import { ENDPOINTS } from '../shared/api/endpoints';
import { CALENDAR_TYPES } from '../shared/api/limits';
import { DAY_MS, HOUR_MS, isoOf, timeIn } from '../shared/api/time';
import type { Watched, Mark } from './snapshot';
import { isPlain } from './snapshot';
import type { PollSettings } from './settings';

export type ListName =
	| 'athletes'
	| 'contacts'
	| 'assignments'
	| 'newAssignments'
	| 'badges'
	| 'trainings'
	| 'bookings'
	| 'calendars'
	| 'memberships'
	| 'engagement'
	| 'attendance';

/** The times that a list is read between, as the API takes them (§4.4, §4.5, §4.8). */
export interface TimeWindow {
	from: string;
	to?: string;
}

/** One read of a list: its call, and what does not change from page to page. */
export interface ListRead {
	call: ListCall;
	params?: IDataObject;
	query?: IDataObject;
}

/** A list of the club that polls read. */
export interface PolledList {
	/** How it is found what is new in it: by ids that grow, by comparing all of it, or all of it between two times. */
	kind: 'growing' | 'scanned' | 'window';
	/** Its reads, one after the other; a poll takes them for one list. */
	reads: readonly ListRead[];
	/** The property that orders it and that a read can begin at, where that is an id. */
	idName?: string;
	/** The numbers that name a record; undefined where the club did not give them. */
	idsOf(row: IDataObject): number[] | undefined;
	/** When a record of a window begins, in ms. @param zone the workflow's timezone */
	beginOf?(row: IDataObject, zone: string): number | undefined;
	/** What is looked at, at this moment. @param wholeAt when the last whole read began */
	span?(settings: PollSettings, now: number, wholeAt: number | undefined): TimeWindow;
	/** Query parameters that depend on the settings. */
	query?(settings: PollSettings): IDataObject;
	/** The properties that make a change: those that the spec names; none where it names hardly any: the whole record. */
	watched: Watched;
	/** Of a whole record, what is its own: the rest changes with other records. */
	own?(row: IDataObject): IDataObject;
	/** The parameters that what is remembered depends on. */
	owner?(settings: PollSettings): unknown;
	/** The call that tells whether a record that is not listed any more is gone, was moved elsewhere or was left out. */
	lookUp?: { call: Call; params(mark: Mark): IDataObject };
}

const idIn = (row: IDataObject, name: string): number | undefined => {
	const id = row[name];
	return typeof id === 'number' && Number.isInteger(id) && id > 0 ? id : undefined;
};

/** The ids of a row by these names; undefined when one is missing. */
const idsBy =
	(...names: string[]) =>
	(row: IDataObject): number[] | undefined => {
		const ids = names.map((name) => idIn(row, name));
		return ids.every((id) => id !== undefined) ? ids : undefined;
	};

/** When a class begins, in ms; undefined where that cannot be read. */
export const beginOf = (row: IDataObject, zone: string): number | undefined => timeIn(row, 'Begin', zone);

/** The ids by which rows are told apart, an alias of another property (§2.11), and what is no part of the record's state. @reading legacySuspension @reading transaction */
const UNWATCHED: ReadonlySet<string> = new Set(['ClassId', 'UserClassSubscriptionId', 'SuspendedAtUTC', 'Transaction']);

const PERSON: Watched = ['Email', 'FirstMidName', 'LastName', 'Phone', 'ClientStage'];

/** Whoever is an athlete counts as listed, in a list of summaries too: of a single summary the spec names no 404. */
const byUser = {
	idName: ENDPOINTS['GET /Athletes'].orderedBy,
	idsOf: idsBy('UserId'),
	watched: [] as Watched,
	lookUp: { call: 'GET /Athletes/{userId}', params: ({ ids: [userId] }) => ({ userId }) } satisfies PolledList['lookUp'],
};

const byAssignment = { idName: ENDPOINTS['GET /UserSubscriptions'].orderedBy, idsOf: idsBy('UserClassSubscriptionId') };

/**
 * A booking without the class and the subscription that it comes with, and without the balance (§2.13): each of them changes with
 * other bookings.
 * @reading bookingContext
 */
const bookingAlone = (row: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(row).filter(([name, value]) => isPlain(value) && name !== 'TotalCredits'));

/** How far ahead the calendars are read: as far as an event is looked for. */
const calendarAhead = ({ lookAhead, hoursBefore }: PollSettings): number => Math.max(lookAhead * DAY_MS, hoursBefore * HOUR_MS);

/** The lists that polls read, each with the facts of §4 and §8. */
export const POLLED_LISTS: Readonly<Record<ListName, PolledList>> = {
	athletes: {
		kind: 'scanned',
		reads: [{ call: 'GET /Athletes' }],
		...byUser,
		watched: [...PERSON, 'IsGuest'],
	},
	contacts: {
		kind: 'scanned',
		reads: [{ call: 'GET /Contacts' }],
		...byUser,
		watched: PERSON,
		lookUp: { call: 'GET /Contacts/{userId}', params: ({ ids: [userId] }) => ({ userId }) },
	},
	assignments: {
		kind: 'scanned',
		reads: [{ call: 'GET /UserSubscriptions' }],
		...byAssignment,
		watched: PROPERTIES.userSubscription.filter((name) => !UNWATCHED.has(name)),
		lookUp: {
			call: 'GET /UserSubscriptions/{userSubscriptionId}',
			params: ({ ids: [userSubscriptionId] }) => ({ userSubscriptionId }),
		},
	},
	newAssignments: { kind: 'growing', reads: [{ call: 'GET /UserSubscriptions' }], ...byAssignment, watched: [] },
	badges: {
		kind: 'growing',
		reads: [{ call: 'GET /BadgeAwards' }],
		idName: ENDPOINTS['GET /BadgeAwards'].orderedBy,
		idsOf: idsBy('UserId', 'AchievedBadgeId'),
		watched: [],
	},
	trainings: {
		kind: 'window',
		reads: [{ call: 'GET /Trainings' }],
		idsOf: idsBy('TrainingId'),
		span: ({ lookBack }, now, wholeAt = now) => ({ from: isoOf(Math.min(wholeAt, now) - lookBack * HOUR_MS) }),
		owner: ({ lookBack }) => lookBack,
		watched: [],
	},
	bookings: {
		kind: 'window',
		reads: [{ call: 'GET /Classes/Bookings' }],
		idsOf: idsBy('ClassId', 'UserId'),
		beginOf,
		span: ({ lookBack, lookAhead }, now, wholeAt) => ({
			from: isoOf(Math.max(wholeAt ?? now, now - lookBack * HOUR_MS)),
			to: isoOf(now + lookAhead * DAY_MS),
		}),
		owner: ({ lookAhead }) => lookAhead,
		watched: [],
		own: bookingAlone,
		lookUp: { call: 'GET /Classes/{classId}/Participants/{userId}', params: ({ ids: [classId, userId] }) => ({ classId, userId }) },
	},
	calendars: {
		kind: 'window',
		reads: CALENDAR_TYPES.map((calendarType) => ({ call: 'GET /Classes/Calendars/{calendarType}', params: { calendarType } })),
		idsOf: idsBy('ClassId'),
		beginOf,
		span: (settings, now) => ({ from: isoOf(now), to: isoOf(now + calendarAhead(settings)) }),
		owner: calendarAhead,
		watched: PROPERTIES.class.filter((name) => !UNWATCHED.has(name)),
		lookUp: { call: 'GET /Classes/{classId}', params: ({ ids: [classId] }) => ({ classId }) },
	},
	memberships: { kind: 'scanned', reads: [{ call: 'GET /Athletes/MembershipSummaries' }], ...byUser },
	engagement: { kind: 'scanned', reads: [{ call: 'GET /Athletes/EngagementSummaries' }], ...byUser },
	attendance: {
		kind: 'scanned',
		reads: [{ call: 'GET /Athletes/AttendanceSummaries' }],
		...byUser,
		query: ({ days }) => ({ days }),
	},
};
