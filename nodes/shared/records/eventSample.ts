import type { IDataObject } from 'n8n-workflow';
import type { Call } from '../api/endpoints';
import { newestFirst } from '../api/endpoints';
import type { EventName } from '../api/events';
import { POLLED_NAMES, parseSubject } from '../api/events';
import { DAY_MS, timeOf } from '../api/time';
import type { Request } from '../transport/send';
import { rowsOf } from './paging';
import { userIdOf } from './resolve';

const atDay = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

/** Exact name of an event that there are samples of. */
type SampledName = EventName | (typeof POLLED_NAMES)[number];

/** How a sample of an event is made of a record of the club. */
interface SampleSource {
	/** The list that holds the record; absent where the spec ties the event to none. */
	call?: Call;
	/** Queries of the list, one after the other until one finds a record. */
	queries(): IDataObject[];
	/** What the path of the list needs. */
	params?: IDataObject;
	/** What tells the newest record: its id, or its time. */
	newestBy: string;
	/** The numbers that name the record, where its subject is none of §6.3. */
	ids?(record: IDataObject): IDataObject;
	/** The subject of the event (§6.3). */
	subject(record: IDataObject): string;
}

/** The newest of a list by ids. */
const last =
	(call: Call, count: number, more: IDataObject = {}) =>
	() => [{ ...more, ...newestFirst(call), count }];

const people = (call: Call, name: string): SampleSource => ({
	call,
	queries: last(call, 1),
	newestBy: 'UserId',
	subject: ({ UserId }) => `${name}/${String(UserId)}`,
});

/** A product; a catalogue that ignores the bounds still holds the newest in its first page. */
const product = (more: IDataObject, part = ''): SampleSource => ({
	call: 'GET /Subscriptions',
	queries: last('GET /Subscriptions', 500, more),
	newestBy: 'ClassSubscriptionId',
	subject: ({ ClassSubscriptionId }) => `Subscriptions/${String(ClassSubscriptionId)}${part}`,
});

const memberships: SampleSource = {
	call: 'GET /UserSubscriptions',
	queries: last('GET /UserSubscriptions', 1),
	newestBy: 'UserClassSubscriptionId',
	subject: ({ UserClassSubscriptionId }) => `UserSubscriptions/${String(UserClassSubscriptionId)}`,
};

/** By the first part of an event's name: where its records are. */
const SOURCES: Readonly<Record<string, SampleSource>> = {
	Athlete: people('GET /Athletes', 'Athletes'),
	Contact: people('GET /Contacts', 'Contacts'),
	Training: {
		call: 'GET /Trainings',
		queries: () => [1, 30, 365].map((days) => ({ from: atDay(-days), to: atDay(1), count: 100 })),
		newestBy: 'TrainingId',
		subject: ({ TrainingId }) => `Trainings/${String(TrainingId)}`,
	},
	Badge: {
		call: 'GET /BadgeAwards',
		queries: last('GET /BadgeAwards', 1),
		newestBy: 'AchievedBadgeId',
		subject: ({ UserId, AchievedBadgeId }) => `Athletes/${String(UserId)}/Badges/${String(AchievedBadgeId)}`,
	},
	UserSubscription: memberships,
	ClassParticipant: {
		call: 'GET /Classes/Bookings',
		// With only an end, the most recent classes come first (§4.4).
		queries: () => [{ to: atDay(14), count: 1 }],
		newestBy: 'Begin',
		subject: ({ ClassId, UserId }) => `Classes/${String(ClassId)}/Participants/${String(UserId)}`,
	},
	Class: { queries: () => [], newestBy: 'ClassId', subject: () => 'Classes' },
	Subscription: product({}),
	Membership: memberships,
};

/** Where the polls find what the club does not send. */
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
				queries: () => [{ from: atDay(0), to: atDay(14), count: 1 }],
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

/** Where the record of an event's sample comes from. */
const sourceOf = (eventType: SampledName): SampleSource =>
	POLLED_SOURCES[eventType] ?? OTHER_SOURCES[eventType as EventName] ?? SOURCES[eventType.split('.')[0]];

/** Events of whose data the spec names nothing that a record holds (§6.2). */
const WITHOUT_RECORD: ReadonlySet<string> = new Set<EventName>(['Athlete.LevelChanged']);

/** What the spec names in the data of an event besides the record (§6.2), with values that stand for the real ones. */
const MORE: Readonly<Partial<Record<EventName, IDataObject>>> = {
	'Badge.Awarded': { TrainingChallengeId: null, AwardType: null },
	'Contact.Deleted': { Reason: 'Removed' },
	'Training.Created': { Contact: {}, TrainingMonthTotals: {}, LifetimeTotals: {}, AchievedGoals: [] },
};

/** The data of a sample, and which of it is made up. */
function dataOf(eventType: SampledName, record: IDataObject): { data: IDataObject; madeUp: string[] } {
	const more = MORE[eventType as EventName] ?? {};
	return { data: { ...(!WITHOUT_RECORD.has(eventType) && record), ...more }, madeUp: Object.keys(more).map((name) => `data.${name}`) };
}

const placeOf = (value: unknown, zone: string): number => (typeof value === 'number' ? value : (timeOf(value, zone) ?? 0));

/** The newest real record that an event could be about: `{}` where there is none by its nature, undefined where the club has none yet. */
export async function newestRecord(request: Request, eventType: SampledName, zone: string): Promise<IDataObject | undefined> {
	const { call, queries, params, newestBy } = sourceOf(eventType);
	if (!call) return {};
	for (const query of queries()) {
		const [first, ...others] = rowsOf(await request(call, { params, query }));
		if (first)
			return others.reduce((newest, row) => (placeOf(row[newestBy], zone) > placeOf(newest[newestBy], zone) ? row : newest), first);
	}
	return undefined;
}

/** What the envelope of a sample holds that no delivery has given. */
const MADE_UP = ['id', 'topic', 'eventTime'];

const POLLED_NOTE =
	'The newest record, whether the event would be told of it or not. A test run of the Club Poll Trigger shows what the event says besides it.';

/** A record as the Club Poll Trigger gives an event about it. */
function polledSampleOf(eventType: SampledName, record: IDataObject): IDataObject {
	const { subject: subjectOf, ids } = sourceOf(eventType);
	const subject = subjectOf(record);
	const known: IDataObject = ids?.(record) ?? { ...parseSubject(subject)?.ids };
	const userId = userIdOf({ eventType, ids: known, record });
	return {
		id: `sample-${eventType}-${subject}`,
		eventType,
		subject,
		eventTime: new Date().toISOString(),
		ids: { ...known, ...(userId !== undefined && { userId }) },
		record,
		polled: true,
		sample: { madeUp: ['id', 'eventTime'], note: POLLED_NOTE },
	};
}

/** A record as the trigger that knows the event would give it; `sample` says what of it is made up. */
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
			note: 'The API documents little of the data of an event, so that a delivery may hold other properties than this record.',
		},
	};
}
