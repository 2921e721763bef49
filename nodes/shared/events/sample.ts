import type { IDataObject } from 'n8n-workflow';
import type { Call } from '../api/endpoints';
import { newestFirst } from '../api/endpoints';
import type { ListName } from '../api/eventRows';
import type { AnyEvent, EventType, PolledType } from '../api/events';
import { EVENT_NAMES, EVENT_TYPES, POLLED_NAMES, POLLED_TYPES } from '../api/events';
import { DAY_MS, isoOf, timeOf } from '../api/time';
import { rowsOf } from '../lists/pages';
import { clock } from '../transport/process';
import type { Request } from '../transport/send';
import { userIdOf } from '../api/facts';

/** The time some days from now, in ISO 8601. */
const daysFromNow = (days: number): string => isoOf(clock.now() + days * DAY_MS);

/** How the newest record of a list is read. */
interface SampleList {
	call: Call;
	params?: IDataObject;
	/** Queries, made one after the other until one finds a record; by default the one for the largest ID. */
	queries?(): IDataObject[];
	/** The property that is largest in the newest record: its ID, or its time. */
	newestBy: string;
}

const MEMBERSHIPS: SampleList = { call: 'GET /UserSubscriptions', newestBy: 'UserClassSubscriptionId' };

const LISTS: Readonly<Record<ListName | 'products', SampleList>> = {
	athletes: { call: 'GET /Athletes', newestBy: 'UserId' },
	attendance: { call: 'GET /Athletes/AttendanceSummaries', newestBy: 'UserId' },
	badges: { call: 'GET /BadgeAwards', newestBy: 'AchievedBadgeId' },
	// Without a start, the list begins with the most recent classes (§4.4).
	bookings: { call: 'GET /Classes/Bookings', queries: () => [{ to: daysFromNow(14), count: 1 }], newestBy: 'Begin' },
	calendars: {
		call: 'GET /Classes/Calendars/{calendarType}',
		params: { calendarType: 'Club' },
		queries: () => [{ from: daysFromNow(0), to: daysFromNow(14), count: 1 }],
		newestBy: 'Begin',
	},
	contacts: { call: 'GET /Contacts', newestBy: 'UserId' },
	engagement: { call: 'GET /Athletes/EngagementSummaries', newestBy: 'UserId' },
	membershipSummaries: { call: 'GET /Athletes/MembershipSummaries', newestBy: 'UserId' },
	memberships: MEMBERSHIPS,
	newMemberships: MEMBERSHIPS,
	products: { call: 'GET /Subscriptions', newestBy: 'ClassSubscriptionId' },
	trainings: {
		call: 'GET /Trainings',
		queries: () => [1, 30, 365].map((days) => ({ from: daysFromNow(-days), to: daysFromNow(1), count: 100 })),
		newestBy: 'TrainingId',
	},
};

/** The event as the club sends it, else as a poll finds it. */
const typeOf = (name: AnyEvent): EventType | PolledType =>
	[...EVENT_TYPES, ...POLLED_TYPES].find((type) => type.name === name) as EventType;

/** The calls that samples are read with. */
export const SAMPLE_CALLS: readonly Call[] = [
	...new Set(
		[...EVENT_NAMES, ...POLLED_NAMES].map((name) => typeOf(name as AnyEvent).list).flatMap((list) => (list ? LISTS[list].call : [])),
	),
];

/** The properties of records whose names differ from those of the ids in subjects. */
const PROPERTY_NAMES: Readonly<Partial<Record<string, string>>> = {
	userSubscriptionId: 'UserClassSubscriptionId',
	subscriptionId: 'ClassSubscriptionId',
};

/** The ids that a subject names, from a record. */
const idsIn = (subject: string, record: IDataObject): IDataObject =>
	Object.fromEntries(
		[...subject.matchAll(/\{(.)(\w+)\}/g)].map(([, first, rest]) => [
			first + rest,
			record[PROPERTY_NAMES[first + rest] ?? first.toUpperCase() + rest],
		]),
	);

/** A subject with ids in place of their names. */
const subjectWith = (subject: string, ids: IDataObject): string => subject.replace(/\{(\w+)\}/g, (_, id: string) => String(ids[id]));

/** A number that is larger for a newer record. */
const rankOf = (value: unknown, zone: string): number => (typeof value === 'number' ? value : (timeOf(value, zone) ?? 0));

/**
 * The newest real record for an event: `{}` if the event has no record, undefined if the club has none yet.
 * @param request makes the calls; its ClubErrors are thrown on
 * @param zone the workflow's timezone
 */
export async function newestRecord(request: Request, eventType: AnyEvent, zone: string): Promise<IDataObject | undefined> {
	const { list, subject } = typeOf(eventType);
	if (!list) return {};
	const { call, params, newestBy, queries = () => [{ ...newestFirst(call), count: 1 }] } = LISTS[list];
	const withPlans = subject.endsWith('/Plans') && { withPlans: true };
	for (const query of queries()) {
		const [first, ...others] = rowsOf(await request(call, { params, query: { ...query, ...withPlans } }));
		if (first) return others.reduce((newest, row) => (rankOf(row[newestBy], zone) > rankOf(newest[newestBy], zone) ? row : newest), first);
	}
	return undefined;
}

/** The properties of a sample's envelope that are made up. */
const MADE_UP = ['id', 'topic', 'eventTime'];

const SENT_NOTE = 'The API documents few properties of the data of an event. A delivery can contain other properties than this record.';

const POLLED_NOTE =
	'This is the newest record, even if it would not cause this event. A test run of the Club Poll Trigger also shows the other properties of the event.';

/** A sample event about a record, in the form of the trigger that has the event; `sample` says which properties are made up. */
export function sampleOf(eventType: AnyEvent, record: IDataObject): IDataObject {
	const type = typeOf(eventType);
	const ids = idsIn(type.subject, record);
	const subject = subjectWith(type.subject, ids);
	const id = `sample-${eventType}-${subject}`;
	const eventTime = isoOf(clock.now());
	if ('misses' in type) {
		const userId = userIdOf({ eventType, ids, record });
		return {
			id,
			eventType,
			subject,
			eventTime,
			ids: { ...ids, ...(userId !== undefined && { userId }) },
			record,
			polled: true,
			sample: { madeUp: ['id', 'eventTime'], note: POLLED_NOTE },
		};
	}
	const { data: added = {}, hasNoRecord } = type;
	return {
		id,
		topic: 'sample-events',
		subject,
		eventType,
		eventTime,
		data: { ...(!hasNoRecord && record), ...added },
		dataVersion: '1.0',
		metadataVersion: '1',
		ids,
		sample: { madeUp: [...MADE_UP, ...Object.keys(added).map((name) => `data.${name}`)], note: SENT_NOTE },
	};
}
