import { ID, PAGE } from './limits';
import type { PROPERTIES } from './properties';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A call as the spec writes it (§4): method and path, ids in braces. It may be one that the spec does not show. */
export type FreeCall = `${Method} /${string}`;

/** The names in braces of a call's path: `'classId' | 'userId'`. */
export type PathNames<C extends string> = C extends `${string}{${infer Name}}${infer Rest}` ? Name | PathNames<Rest> : never;

export const methodOf = (call: FreeCall): Method => call.slice(0, call.indexOf(' ')) as Method;

export const templateOf = (call: FreeCall): string => call.slice(call.indexOf(' ') + 1);

/** The names in braces of a call's path, or of a subject: `['classId', 'userId']`. */
export const pathNames = (template: string): string[] => [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);

/** The permission that is certainly enough for a call (§5 rule 3). */
export const permissionOf = (call: FreeCall): 'Read' | 'ReadWrite' =>
	methodOf(call) === 'GET' && !templateOf(call).startsWith('/Webhooks/') ? 'Read' : 'ReadWrite';

/** The direction of a list: toward larger ids and newer times, or toward smaller and older ones (§2.9). */
export type Direction = 'forward' | 'backward';

/** The facts of a call of the API (§4, §8). They stand only here. */
interface Endpoint {
	/**
	 * The body of a success: a record, a page (§2.9), a plain array, or nothing. `rowsOrPage` and `recordOrNothing` if the spec does not
	 * show which one.
	 */
	answer: 'record' | 'recordOrNothing' | 'nothing' | 'page' | 'rows' | 'rowsOrPage';
	/** What a read returns, one or many; absent if the spec names no property of it. */
	record?: keyof typeof PROPERTIES;
	/** Largest `count` of the list (§8); absent if the list takes none and is read in one call. */
	maxCount?: number;
	maxCountWithTelemetry?: number;
	/** The property that orders the list: an id or a time. */
	orderedBy?: string;
	thenBy?: readonly string[];
	/** The bounds that set the direction of the list: ids (§4.1) or times (§4.4). */
	bounds?: 'ids' | 'times';
	/** The direction without bounds; absent if the spec does not show it. */
	unbounded?: Direction;
	byEmail?: FreeCall;
}

const PEOPLE = { answer: 'page', maxCount: PAGE.people, orderedBy: 'UserId', bounds: 'ids' } as const;
const SUMMARIES = { answer: 'page', maxCount: PAGE.summaries, orderedBy: 'UserId', bounds: 'ids' } as const;
const AWARDS = { answer: 'page', maxCount: PAGE.badgeAwards, orderedBy: 'AchievedBadgeId', bounds: 'ids', unbounded: 'backward' } as const;
const BOOKINGS = {
	answer: 'page',
	maxCount: PAGE.bookings,
	orderedBy: 'Begin',
	thenBy: ['ClassId', 'UserId'],
	bounds: 'times',
	unbounded: 'forward',
} as const;
const TRAININGS = {
	answer: 'page',
	maxCount: PAGE.trainings,
	maxCountWithTelemetry: PAGE.trainingsWithTelemetry,
	orderedBy: 'BeginDateLocal',
} as const;
const MEMBERSHIPS = { answer: 'page', maxCount: PAGE.memberships, orderedBy: 'UserClassSubscriptionId', bounds: 'ids' } as const;
const CHALLENGES = { answer: 'rowsOrPage', maxCount: PAGE.challenges } as const;

/** Every call that this pack makes (§4). The permission follows from the method (§5 rule 3). */
export const ENDPOINTS = {
	'GET /Athletes': { ...PEOPLE, record: 'athlete', byEmail: 'GET /Athletes/ByEmail' },
	'POST /Athletes': { answer: 'record' },
	'GET /Athletes/ByEmail': { answer: 'record', record: 'athlete' },
	'GET /Athletes/{userId}': { answer: 'record', record: 'athlete' },
	'PUT /Athletes/{userId}': { answer: 'record' },
	'DELETE /Athletes/{userId}': { answer: 'record' },
	'PUT /Athletes/{userId}/ClientStage': { answer: 'record' },
	'PUT /Athletes/{userId}/IsGuest': { answer: 'record' },
	'GET /Athletes/EngagementSummaries': { ...SUMMARIES, record: 'engagementSummary' },
	'GET /Athletes/{userId}/EngagementSummary': { answer: 'record', record: 'engagementSummary' },
	'GET /Athletes/MembershipSummaries': { ...SUMMARIES, record: 'membershipSummary' },
	'GET /Athletes/{userId}/MembershipSummary': { answer: 'record', record: 'membershipSummary' },
	'GET /Athletes/AttendanceSummaries': { ...SUMMARIES, record: 'attendanceSummary' },
	'GET /Athletes/{userId}/AttendanceSummary': { answer: 'record', record: 'attendanceSummary' },

	'GET /BadgeAwards': { ...AWARDS, record: 'badgeAward' },
	'GET /BadgeAwards/{achievedBadgeId}': { answer: 'record', record: 'badgeAward' },
	'GET /Athletes/{userId}/BadgeAwards': { ...AWARDS, record: 'badgeAward' },

	'GET /Classes/Bookings': { ...BOOKINGS, record: 'booking' },
	'GET /Classes/{classId}/Bookings': { ...BOOKINGS, record: 'booking' },
	'GET /Athletes/{userId}/Bookings': { ...BOOKINGS, record: 'booking' },
	'GET /Classes/Calendars/{calendarType}': {
		answer: 'page',
		record: 'class',
		maxCount: PAGE.classes,
		orderedBy: 'Begin',
		thenBy: ['ClassId'],
	},
	'GET /Classes/{classId}': { answer: 'record', record: 'class' },
	'GET /Classes/Participants/Recent': { answer: 'rowsOrPage', record: 'booking' },
	'GET /Classes/{classId}/Participants': { answer: 'rowsOrPage', record: 'booking' },
	'POST /Classes/{classId}/Participants': { answer: 'recordOrNothing' },
	'GET /Classes/{classId}/Participants/{userId}': { answer: 'record', record: 'booking' },
	// The spec does not show the path of the removal (§4.8). We take the path that reads a single participant.
	'DELETE /Classes/{classId}/Participants/{userId}': { answer: 'recordOrNothing' },

	'GET /UserSubscriptions': { ...MEMBERSHIPS, record: 'userSubscription' },
	'GET /UserSubscriptions/Active': { ...MEMBERSHIPS, record: 'userSubscription' },
	'GET /Athletes/{userId}/UserSubscriptions': { answer: 'rows', record: 'userSubscription' },
	'POST /UserSubscriptions': { answer: 'record' },
	'POST /UserSubscriptions/Plans': { answer: 'record' },
	'GET /UserSubscriptions/{userSubscriptionId}': { answer: 'record', record: 'userSubscription' },
	'PUT /UserSubscriptions/{userSubscriptionId}': { answer: 'record' },
	'DELETE /UserSubscriptions/{userSubscriptionId}': { answer: 'record' },
	'POST /UserSubscriptions/{userSubscriptionId}/Suspension': { answer: 'recordOrNothing' },
	'DELETE /UserSubscriptions/{userSubscriptionId}/Suspension': { answer: 'recordOrNothing' },
	'GET /Subscriptions': { answer: 'page', record: 'product', maxCount: PAGE.products, orderedBy: 'ClassSubscriptionId', bounds: 'ids' },

	'GET /Contacts': { ...PEOPLE, record: 'contact', byEmail: 'GET /Contacts/ByEmail' },
	'GET /Contacts/ByEmail': { answer: 'record', record: 'contact' },
	'GET /Contacts/{userId}': { answer: 'record', record: 'contact' },
	'PUT /Contacts/{userId}/ClientStage': { answer: 'recordOrNothing' },

	'GET /Trainings': { ...TRAININGS, record: 'training' },
	'GET /Athletes/{userId}/Trainings': { ...TRAININGS, record: 'training' },
	'GET /Trainings/{trainingId}': { answer: 'record', record: 'training' },

	'GET /Challenges': { ...CHALLENGES, record: 'challenge' },
	'GET /Challenges/{challengeId}': { answer: 'record', record: 'challenge' },
	'GET /Challenges/{challengeId}/Results': { ...CHALLENGES, record: 'challengeResult' },
	'GET /Challenges/{challengeId}/Results/{userId}': { answer: 'record', record: 'challengeResult' },

	'GET /Profile': { answer: 'record' },

	'GET /Webhooks/Subscriptions': { answer: 'rows', record: 'webhookSubscription' },
	'POST /Webhooks/Subscriptions': { answer: 'record' },
	'GET /Webhooks/Subscriptions/{subscriptionId}': { answer: 'record', record: 'webhookSubscription' },
	'PUT /Webhooks/Subscriptions/{subscriptionId}': { answer: 'record' },
	'DELETE /Webhooks/Subscriptions/{subscriptionId}': { answer: 'nothing' },
} as const satisfies Readonly<Record<FreeCall, Endpoint>>;

type Table = typeof ENDPOINTS;

export type Call = keyof Table;

export const READS = (Object.keys(ENDPOINTS) as Call[]).filter((call) => methodOf(call) === 'GET');

export type ListCall = { [C in Call]: Table[C]['answer'] extends 'page' | 'rows' | 'rowsOrPage' ? C : never }[Call];

/** A list whose records can also be found by an email address. */
export type PeopleCall = { [C in Call]: Table[C] extends { byEmail: FreeCall } ? C : never }[Call];

export type EmailLookUp = Table[PeopleCall]['byEmail'];

export const endpointOf = (call: FreeCall): Endpoint | undefined => (ENDPOINTS as Readonly<Record<string, Endpoint>>)[call];

export const isListCall = (call: FreeCall): boolean => ['page', 'rows', 'rowsOrPage'].includes(endpointOf(call)?.answer ?? '');

/** The call as the spec writes it, for a path with IDs in place; undefined if the spec does not show the call. */
export function knownCall(call: FreeCall): Call | undefined {
	const segments = call.replace(/\/$/, '').toLowerCase().split('/');
	const matching = (Object.keys(ENDPOINTS) as Call[]).filter((documented) => {
		const names = documented.split('/');
		return names.length === segments.length && names.every((name, index) => /^\{/.test(name) || name.toLowerCase() === segments[index]);
	});
	// The name of a list, such as EngagementSummaries, is no ID.
	return matching.sort((a, b) => pathNames(a).length - pathNames(b).length)[0];
}

/** A call with IDs in place, in the letters of the spec (§4: paths are PascalCase) if it shows the call. */
export function asWritten(call: FreeCall): FreeCall {
	const names = knownCall(call)?.split('/');
	const segments = call.split('/');
	return (names?.map((name, index) => (name.startsWith('{') ? segments[index] : name)).join('/') as FreeCall | undefined) ?? call;
}

/** Largest `count` of a list for a query (§8); undefined if the list takes none. */
export function maxCountOf(call: FreeCall, query: object = {}): number | undefined {
	const { maxCount, maxCountWithTelemetry } = endpointOf(call) ?? {};
	return ('withTelemetry' in query && query.withTelemetry ? maxCountWithTelemetry : undefined) ?? maxCount;
}

/** The direction of a list for a query; undefined if the spec does not show it. */
export function directionOf(call: FreeCall, query: Partial<Record<'fromId' | 'toId' | 'from' | 'to', unknown>>): Direction | undefined {
	const { bounds, unbounded } = endpointOf(call) ?? {};
	const [lower, upper] = bounds === 'ids' ? [query.fromId, query.toId] : bounds === 'times' ? [query.from, query.to] : [];
	if (lower !== undefined) return 'forward';
	return upper === undefined ? unbounded : 'backward';
}

/** The properties that order a list, the most important one first; none if the spec does not show them. */
export function orderedByOf(call: FreeCall): readonly string[] {
	const { orderedBy, thenBy = [] } = endpointOf(call) ?? {};
	return orderedBy === undefined ? [] : [orderedBy, ...thenBy];
}

/** The bound that makes a list by ids ascend (§4.1), if neither the query nor the spec sets its direction. */
export const ascending = (call: FreeCall, query: object): { fromId?: number } =>
	endpointOf(call)?.bounds === 'ids' && directionOf(call, query) === undefined ? { fromId: ID.min } : {};

/**
 * The bound with which a list by ids returns its newest records first (§4.1); none for a list that does so without bounds (§4.3). It is
 * one below the largest id: a club that adds one to the largest id would overflow and answer 500.
 */
export const newestFirst = (call: FreeCall): { toId?: number } => (directionOf(call, {}) === 'backward' ? {} : { toId: ID.max - 1 });

export const listBeside = (lookUp: EmailLookUp): PeopleCall =>
	(Object.keys(ENDPOINTS) as Call[]).find((call) => endpointOf(call)?.byEmail === lookUp) as PeopleCall;
