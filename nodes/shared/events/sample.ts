import type { IDataObject } from 'n8n-workflow';
import { maxCountOf, newestFirst, type Call } from '../api/endpoints';
import { LISTS, type AnyList } from '../api/eventRows';
import { EVENT_NAMES, EVENT_TYPES, POLLED_NAMES, POLLED_TYPES, type AnyEvent, type EventType, type PolledType } from '../api/eventSubjects';
import { CALENDAR_TYPES } from '../api/limits';
import { DAY_MS, isoOf, MINUTE_MS } from '../api/time';
import { asRow, rowsOf } from '../lists/pages';
import { attempt, isNoCalendar } from '../transport/errors';
import { clock } from '../transport/process';
import type { CallValues, Request } from '../transport/callValues';
import { itemOf } from './polledItem';

/** The time some days from now, in ISO 8601: to the minute, so that events of one list ask for the same page. */
export const daysFromNow = (days: number): string => isoOf(Math.floor(clock.now() / MINUTE_MS) * MINUTE_MS + days * DAY_MS);

type SampleRead = Pick<CallValues, 'params' | 'query'> & { call: Call };

/** The reads of a list, made one after the other until one finds a record: for the largest IDs, or within some days. */
function readsOf(list: AnyList, query: IDataObject, most: number, ahead: number): SampleRead[] {
	const call = LISTS[list];
	const count = Math.min(most, maxCountOf(call) ?? most);
	const to = daysFromNow(ahead);
	// Without a start, the bookings begin with the most recent classes (§4.4).
	if (list === 'bookings') return [{ call, query: { to, count, ...query } }];
	if (list === 'calendars')
		return CALENDAR_TYPES.map((calendarType) => ({ call, params: { calendarType }, query: { from: daysFromNow(0), to, count } }));
	if (list === 'trainings')
		return [1, 30, 365].map((days) => ({ call, query: { from: daysFromNow(-days), to: daysFromNow(1), count: 100 } }));
	return [{ call, query: { ...newestFirst(call), count, ...query } }];
}

/**
 * The newest records of a list, the newest first.
 * @param request makes the calls; its ClubErrors are thrown on
 * @param most how many, as far as one page has them
 * @param ahead how many days ahead classes and bookings are read
 */
export async function newestRows(request: Request, list: AnyList, wanted: IDataObject = {}, most = 1, ahead = 14): Promise<IDataObject[]> {
	const reads = readsOf(list, wanted, most, ahead);
	let refused = 0;
	for (const { call, params, query } of reads) {
		const read = await attempt(request(call, { params, query }));
		// A club may lack some of the calendars.
		if ('error' in read && !(list === 'calendars' && isNoCalendar(read.error) && ++refused < reads.length)) throw read.error;
		const rows = 'value' in read ? rowsOf(read.value).map(asRow) : [];
		// Trainings are not in the order of their IDs.
		if (list === 'trainings') rows.sort((a, b) => Number(b.TrainingId) - Number(a.TrainingId));
		if (rows.length > 0) return rows;
	}
	return [];
}

const isPolled = (type: EventType | PolledType): type is PolledType => POLLED_TYPES.includes(type as PolledType);

const typeOf = (name: AnyEvent): EventType | PolledType =>
	[...EVENT_TYPES, ...POLLED_TYPES].find((type) => type.name === name) as EventType;

export const SAMPLE_CALLS: readonly Call[] = [
	...new Set([...EVENT_NAMES, ...POLLED_NAMES].map((name) => typeOf(name as AnyEvent).list).flatMap((list) => (list ? LISTS[list] : []))),
];

const PROPERTY_NAMES: Readonly<Partial<Record<string, string>>> = {
	userSubscriptionId: 'UserClassSubscriptionId',
	subscriptionId: 'ClassSubscriptionId',
};

function addressOf(pattern: string, record: IDataObject): { subject: string; ids: IDataObject } {
	const ids: IDataObject = {};
	const subject = pattern.replace(/\{(\w+)\}/g, (_, name: string) => {
		ids[name] = record[PROPERTY_NAMES[name] ?? name[0].toUpperCase() + name.slice(1)];
		return String(ids[name]);
	});
	return { subject, ids };
}

/**
 * The newest real record for an event: `{}` if the event has no record, undefined if the club has none yet.
 * @param request makes the calls; its ClubErrors are thrown on
 */
export async function newestRecord(request: Request, eventType: AnyEvent): Promise<IDataObject | undefined> {
	const { list, subject } = typeOf(eventType);
	if (!list) return {};
	const [newest] = await newestRows(request, list, subject.endsWith('/Plans') ? { withPlans: true } : {});
	return newest;
}

const SENT_NOTE = 'The API documents few properties of the data of an event. A delivery can contain other properties than this record.';

const POLLED_NOTE =
	'This is the newest record, even if it would not cause this event. A test run of the Club Poll Trigger also shows the other properties of the event.';

/** A sample event about a record, in the form of the trigger that has the event; `sample` says which properties are made up. */
export function sampleOf(eventType: AnyEvent, record: IDataObject): IDataObject {
	const type = typeOf(eventType);
	const { subject, ids } = addressOf(type.subject, record);
	const id = `sample-${eventType}-${subject}`;
	if (isPolled(type)) {
		const item = itemOf(type, { ids: Object.values(ids) as number[], record }, clock.now());
		return { ...item, id, sample: { madeUp: ['id', 'eventTime'], note: POLLED_NOTE } };
	}
	const { data: added = {}, hasNoRecord } = type;
	return {
		id,
		topic: 'sample-events',
		subject,
		eventType,
		eventTime: isoOf(clock.now()),
		data: { ...(!hasNoRecord && record), ...added },
		dataVersion: '1.0',
		metadataVersion: '1',
		ids,
		sample: { madeUp: ['id', 'topic', 'eventTime', ...Object.keys(added).map((name) => `data.${name}`)], note: SENT_NOTE },
	};
}
