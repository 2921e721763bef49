import type { Call } from './endpoints';
import { EVENT_ROWS, type AnyList, type EventRow, type ListName } from './eventRows';
import { ID } from './limits';

interface Kind {
	family: string;
	noun?: string;
	/** The subject, with IDs in braces (§6.3; that of a single class is ours). */
	subject: string;
	sentSubject?: string;
	list: AnyList;
	isImpersonal?: boolean;
}

const KINDS = {
	Athlete: { family: 'Athletes', subject: 'Athletes/{userId}', list: 'athletes' },
	Badge: { family: 'Athletes', subject: 'Athletes/{userId}/Badges/{achievedBadgeId}', list: 'badges' },
	Class: { family: 'Classes', subject: 'Classes/{classId}', sentSubject: 'Classes', list: 'calendars', isImpersonal: true },
	ClassParticipant: { family: 'Class Participants', subject: 'Classes/{classId}/Participants/{userId}', list: 'bookings' },
	Contact: { family: 'Contacts', subject: 'Contacts/{userId}', list: 'contacts' },
	Membership: { family: 'Memberships', subject: 'UserSubscriptions/{userSubscriptionId}', list: 'memberships' },
	Subscription: {
		family: 'Membership Products',
		noun: 'membership product',
		subject: 'Subscriptions/{subscriptionId}',
		list: 'products',
		isImpersonal: true,
	},
	Training: { family: 'Trainings', subject: 'Trainings/{trainingId}', list: 'trainings' },
	UserSubscription: { family: 'Memberships', noun: 'membership', subject: 'UserSubscriptions/{userSubscriptionId}', list: 'memberships' },
} as const satisfies Readonly<Record<string, Kind>>;

type Events = typeof EVENT_ROWS;

export type AnyEvent = keyof Events;

export type EventName = { [Name in AnyEvent]: Events[Name] extends { sent: string } ? Name : never }[AnyEvent];

export type PolledName = { [Name in AnyEvent]: Events[Name] extends { polled: string } ? Name : never }[AnyEvent];

const kindOf = (name: string): Kind | undefined => (KINDS as Readonly<Record<string, Kind>>)[name.split('.')[0]];

const ROWS = (Object.entries(EVENT_ROWS) as Array<[AnyEvent, EventRow]>).map(([name, row]) => ({ name, ...(kindOf(name) as Kind), row }));

/** The business events that a webhook subscription can have (§6.2). The club accepts no other name. */
export const EVENT_TYPES = ROWS.flatMap(({ name, family, row, ...kind }) => {
	const { sent, sentSubject: subject = kind.sentSubject ?? kind.subject, data, hasNoRecord } = row;
	if (sent === undefined) return [];
	// No list shows the record of a subject that names no single one.
	const list = subject.includes('{') ? kind.list : undefined;
	return { name: name as EventName, family, description: sent, subject, list, data, hasNoRecord };
});

/** A business event, with the club's subject for it (§6.3). */
export type EventType = (typeof EVENT_TYPES)[number];

export const EVENT_NAMES: readonly string[] = EVENT_TYPES.map(({ name }) => name);

export const POLLED_TYPES = ROWS.flatMap(({ name, row, ...kind }) => {
	// `value`: the value that the event computes from a record differs.
	const { polled, cause = 'value', property, occursOnce, misses = '' } = row;
	if (polled === undefined) return [];
	const { family, list, subject } = { ...kind, ...row };
	return { name: name as PolledName, family, description: polled, list: list as ListName, subject, cause, property, occursOnce, misses };
});

export type PolledType = (typeof POLLED_TYPES)[number];

export const POLLED_NAMES = POLLED_TYPES.map(({ name }) => name).filter((name) => !EVENT_NAMES.includes(name));

/** The words for an event, in lower case: `ClassParticipant.Created` is "class booked". */
export function eventWords(name: string): string {
	const { words } = (EVENT_ROWS as Readonly<Partial<Record<string, EventRow>>>)[name] ?? {};
	if (words !== undefined) return words;
	const [first, ...others] = name.split('.');
	const spaced = [kindOf(name)?.noun ?? first, ...others].join(' ').replace(/([a-z])([A-Z])/g, '$1 $2');
	return spaced.toLowerCase();
}

export const isOfPerson = (name: string): boolean => kindOf(name)?.isImpersonal !== true;

interface SubjectPattern {
	pattern: string;
	/** The call that reads the record; absent if the subject does not name a single record. */
	call?: Call;
	/** For a product, which only the catalogue shows: the name of its id, and whether to read its plans. */
	product?: { id: string; withPlans: boolean };
	/** Whether the same subject can exist again after a deletion. A late event of the deletion must not hide the new record. */
	mayReturn?: boolean;
	instead: string;
}

export const SUBJECTS: readonly SubjectPattern[] = [
	{
		pattern: 'Athletes/{userId}',
		call: 'GET /Athletes/{userId}',
		mayReturn: true,
		instead: 'The athlete left the club or was deleted. See "data" of the event for what is known.',
	},
	{
		pattern: 'Athletes/{userId}/Levels',
		call: 'GET /Athletes/{userId}/EngagementSummary',
		instead: 'The athlete is no longer in the club. See "data" of the event for the previous and the new level.',
	},
	{
		// The spec names the EngagementSummary, which has only the awards of the current month.
		// The award itself can be read at any time by its id (§4.3).
		pattern: 'Athletes/{userId}/Badges/{achievedBadgeId}',
		call: 'GET /BadgeAwards/{achievedBadgeId}',
		instead: 'The award is not visible, for example because the athlete left the club. See "data" of the event for the award.',
	},
	{
		pattern: 'Contacts/{userId}',
		call: 'GET /Contacts/{userId}',
		mayReturn: true,
		instead:
			'The contact is gone. See "Reason" in "data" of the event for the cause. If it is ConvertedToAthlete, read the athlete with the same ID.',
	},
	{
		pattern: 'Trainings/{trainingId}',
		call: 'GET /Trainings/{trainingId}',
		instead: 'The training is gone. See "data" of the event for the training.',
	},
	{
		pattern: 'UserSubscriptions/{userSubscriptionId}',
		call: 'GET /UserSubscriptions/{userSubscriptionId}',
		instead: 'The membership was deleted. See "data" of the deletion event for its last state.',
	},
	{
		pattern: 'Classes/{classId}/Participants/{userId}',
		call: 'GET /Classes/{classId}/Participants/{userId}',
		mayReturn: true,
		instead: 'The participant was removed, or the class is gone. See "data" of the event for the booking.',
	},
	{
		pattern: 'Classes',
		instead: 'One or more classes changed. Read the calendar of the affected time again with Class > Get Calendar.',
	},
	{
		pattern: 'Subscriptions/{subscriptionId}',
		call: 'GET /Subscriptions',
		product: { id: 'subscriptionId', withPlans: false },
		instead: 'The product is not in the catalogue. Read the catalogue again with Membership Product > Get Many.',
	},
	{
		pattern: 'Subscriptions/{subscriptionId}/Plans',
		call: 'GET /Subscriptions',
		product: { id: 'subscriptionId', withPlans: true },
		instead: 'The product is not in the catalogue. Read the catalogue again with Membership Product > Get Many and With Plans.',
	},
];

export const LOOK_UPS: readonly Call[] = [...new Set(SUBJECTS.flatMap(({ call }) => call ?? []))];

export interface Subject {
	pattern: SubjectPattern;
	ids: Record<string, number>;
}

const EXPRESSIONS = SUBJECTS.map((pattern) => ({
	pattern,
	expression: new RegExp(`^${pattern.pattern.replace(/\{(\w+)\}/g, '(?<$1>[1-9]\\d{0,9})')}$`),
}));

/**
 * The pattern and the ids of a subject; undefined for a subject that §6.3 does not have: another spelling, more segments,
 * or a number that is not an id.
 */
export function parseSubject(subject: string): Subject | undefined {
	for (const { pattern, expression } of EXPRESSIONS) {
		const match = expression.exec(subject);
		if (!match) continue;
		const ids = Object.fromEntries(Object.entries(match.groups ?? {}).map(([name, digits]) => [name, Number(digits)]));
		return Object.values(ids).every((id) => id <= ID.max) ? { pattern, ids } : undefined;
	}
	return undefined;
}
