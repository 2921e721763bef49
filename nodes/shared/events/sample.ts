import type { IDataObject } from 'n8n-workflow';
import type { Call } from '../api/endpoints';
import { newestFirst } from '../api/endpoints';
import type { EventName } from '../api/events';
import { POLLED_NAMES, parseSubject } from '../api/events';
import { DAY_MS, timeOf } from '../api/time';
import type { Request } from '../transport/send';
import { rowsOf } from '../lists/pages';
import { userIdOf } from './resolve';

/** The time some days from now, in ISO 8601. */
const daysFromNow = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

/** The exact name of an event that has samples. */
type SampledName = EventName | (typeof POLLED_NAMES)[number];

/** How to make a sample of an event from a record of the club. */
interface SampleSource {
	/** The list with the record; undefined if the spec names no record for the event. */
	call?: Call;
	/** Queries of the list, made one after the other until one finds a record. */
	queries(): IDataObject[];
	/** The parameters of the list's path. */
	params?: IDataObject;
	/** The property that is largest in the newest record: its ID, or its time. */
	newestBy: string;
	/** The IDs of the record, if its subject is not one of §6.3. */
	ids?(record: IDataObject): IDataObject;
	/** The subject of the event (§6.3). */
	subject(record: IDataObject): string;
}

/** Queries for the newest records of a list that is ordered by ID. */
const newestOf =
	(call: Call, count: number, query: IDataObject = {}) =>
	() => [{ ...query, ...newestFirst(call), count }];

const people = (call: Call, name: string): SampleSource => ({
	call,
	queries: newestOf(call, 1),
	newestBy: 'UserId',
	subject: ({ UserId }) => `${name}/${String(UserId)}`,
});

/** A product of the catalogue (§4.8). */
const product = (query: IDataObject, part = ''): SampleSource => ({
	call: 'GET /Subscriptions',
	queries: newestOf('GET /Subscriptions', 1, query),
	newestBy: 'ClassSubscriptionId',
	subject: ({ ClassSubscriptionId }) => `Subscriptions/${String(ClassSubscriptionId)}${part}`,
});

const memberships: SampleSource = {
	call: 'GET /UserSubscriptions',
	queries: newestOf('GET /UserSubscriptions', 1),
	newestBy: 'UserClassSubscriptionId',
	subject: ({ UserClassSubscriptionId }) => `UserSubscriptions/${String(UserClassSubscriptionId)}`,
};

/** The sources of the records, by the first part of an event's name. */
const SOURCES: Readonly<Record<string, SampleSource>> = {
	Athlete: people('GET /Athletes', 'Athletes'),
	Contact: people('GET /Contacts', 'Contacts'),
	Training: {
		call: 'GET /Trainings',
		queries: () => [1, 30, 365].map((days) => ({ from: daysFromNow(-days), to: daysFromNow(1), count: 100 })),
		newestBy: 'TrainingId',
		subject: ({ TrainingId }) => `Trainings/${String(TrainingId)}`,
	},
	Badge: {
		call: 'GET /BadgeAwards',
		queries: newestOf('GET /BadgeAwards', 1),
		newestBy: 'AchievedBadgeId',
		subject: ({ UserId, AchievedBadgeId }) => `Athletes/${String(UserId)}/Badges/${String(AchievedBadgeId)}`,
	},
	UserSubscription: memberships,
	ClassParticipant: {
		call: 'GET /Classes/Bookings',
		// Without a start, the list begins with the most recent classes (§4.4).
		queries: () => [{ to: daysFromNow(14), count: 1 }],
		newestBy: 'Begin',
		subject: ({ ClassId, UserId }) => `Classes/${String(ClassId)}/Participants/${String(UserId)}`,
	},
	Class: { queries: () => [], newestBy: 'ClassId', subject: () => 'Classes' },
	Subscription: product({}),
	Membership: memberships,
};

/** The sources of the records of events that only polls find. */
const POLLED_SOURCES: Readonly<Partial<Record<string, SampleSource>>> = {
	...Object.fromEntries(
		['Visited', 'VisitMilestone', 'Absent', 'CameBack', 'VisitsDropping', 'NeverCame'].map((name) => [
			`Athlete.${name}`,
			people('GET /Athletes/AttendanceSummaries', 'Athletes'),
		]),
	),
	...Object.fromEntries(
		['BeginsSoon', 'Full', 'PlaceFree', 'HardlyBooked'].map((name): [string, SampleSource] => [
			`Class.${name}`,
			{
				call: 'GET /Classes/Calendars/{calendarType}',
				params: { calendarType: 'Club' },
				queries: () => [{ from: daysFromNow(0), to: daysFromNow(14), count: 1 }],
				newestBy: 'Begin',
				ids: ({ ClassId }) => ({ classId: ClassId }),
				subject: ({ ClassId }) => `Classes/${String(ClassId)}`,
			},
		]),
	),
	'Membership.Changed': people('GET /Athletes/MembershipSummaries', 'Athletes'),
};

/** Whether only polls find an event. */
const isPolled = (eventType: string): boolean => (POLLED_NAMES as readonly string[]).includes(eventType);

const OTHER_SOURCES: Readonly<Partial<Record<EventName, SampleSource>>> = {
	'Athlete.LevelChanged': { ...SOURCES.Athlete, subject: ({ UserId }) => `Athletes/${String(UserId)}/Levels` },
	'Subscription.Plans.Updated': product({ withPlans: true }, '/Plans'),
};

/** The calls that samples are read with. */
export const SAMPLE_CALLS: readonly Call[] = [
	...new Set([...Object.values(SOURCES), ...Object.values(POLLED_SOURCES)].flatMap((source) => source?.call ?? [])),
];

/** The source of an event's record. */
const sourceOf = (eventType: SampledName): SampleSource =>
	POLLED_SOURCES[eventType] ?? OTHER_SOURCES[eventType as EventName] ?? SOURCES[eventType.split('.')[0]];

/** The events whose data has no property of the record (§6.2). */
const WITHOUT_RECORD: ReadonlySet<string> = new Set<EventName>(['Athlete.LevelChanged']);

/** The properties in the data of an event besides the record (§6.2), with values in place of real ones. */
const ADDED_DATA: Readonly<Partial<Record<EventName, IDataObject>>> = {
	'Badge.Awarded': { TrainingChallengeId: null, AwardType: null },
	'Contact.Deleted': { Reason: 'Removed' },
	'Training.Created': { Contact: {}, TrainingMonthTotals: {}, LifetimeTotals: {}, AchievedGoals: [] },
};

/** The data of a sample, and the paths that are made up. */
function dataOf(eventType: SampledName, record: IDataObject): { data: IDataObject; madeUp: string[] } {
	const added = ADDED_DATA[eventType as EventName] ?? {};
	return { data: { ...(!WITHOUT_RECORD.has(eventType) && record), ...added }, madeUp: Object.keys(added).map((name) => `data.${name}`) };
}

/** A number that is larger for a newer record. */
const rankOf = (value: unknown, zone: string): number => (typeof value === 'number' ? value : (timeOf(value, zone) ?? 0));

/**
 * The newest real record for an event: `{}` if the event has no record, undefined if the club has none yet.
 * @param request makes the calls; its ClubErrors are thrown on
 * @param zone the workflow's timezone
 */
export async function newestRecord(request: Request, eventType: SampledName, zone: string): Promise<IDataObject | undefined> {
	const { call, queries, params, newestBy } = sourceOf(eventType);
	if (!call) return {};
	for (const query of queries()) {
		const [first, ...others] = rowsOf(await request(call, { params, query }));
		if (first) return others.reduce((newest, row) => (rankOf(row[newestBy], zone) > rankOf(newest[newestBy], zone) ? row : newest), first);
	}
	return undefined;
}

/** The properties of a sample's envelope that are made up. */
const MADE_UP = ['id', 'topic', 'eventTime'];

const POLLED_NOTE =
	'This is the newest record, even if it would not cause this event. A test run of the Club Poll Trigger also shows the other properties of the event.';

/** A sample event in the form that the Club Poll Trigger emits. */
function polledSampleOf(eventType: SampledName, record: IDataObject): IDataObject {
	const { subject: subjectOf, ids } = sourceOf(eventType);
	const subject = subjectOf(record);
	const recordIds: IDataObject = ids?.(record) ?? { ...parseSubject(subject)?.ids };
	const userId = userIdOf({ eventType, ids: recordIds, record });
	return {
		id: `sample-${eventType}-${subject}`,
		eventType,
		subject,
		eventTime: new Date().toISOString(),
		ids: { ...recordIds, ...(userId !== undefined && { userId }) },
		record,
		polled: true,
		sample: { madeUp: ['id', 'eventTime'], note: POLLED_NOTE },
	};
}

/** A sample event about a record, in the form of the trigger that has the event; `sample` says which properties are made up. */
export function sampleOf(eventType: SampledName, record: IDataObject): IDataObject {
	if (isPolled(eventType)) return polledSampleOf(eventType, record);
	const { data, madeUp } = dataOf(eventType, record);
	const subject = sourceOf(eventType).subject(record);
	return {
		id: `sample-${eventType}-${subject}`,
		topic: 'sample-events',
		subject,
		eventType,
		eventTime: new Date().toISOString(),
		data,
		dataVersion: '1.0',
		metadataVersion: '1',
		ids: { ...parseSubject(subject)?.ids },
		sample: {
			madeUp: [...MADE_UP, ...madeUp],
			note: 'The API documents few properties of the data of an event. A delivery can contain other properties than this record.',
		},
	};
}
