import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { searchEventFields } from '../shared/panel/events';
import { rowsOf } from '../shared/records/paging';
import { isOn } from '../shared/records/switches';
import { lazyRequest } from '../shared/transport/client';
import { ClubError, InvalidInput, toNodeError } from '../shared/transport/errors';
import type { Request } from '../shared/transport/send';
import { maxCountOf, newestFirst } from '../shared/api/endpoints';
import { itemOf, polledItemTop } from './emission';
import type { PolledList, ListRead } from './lists';
import { POLLED_LISTS } from './lists';
import { settingsFrom, pollSettings } from './parameters';
import type { PolledEvent } from './events/polledEvent';
import { chosenEvents } from './events/polledEvents';
import { FIELD_LABELS, isQueued, queuedFieldsIn, countsIn, NO_WAITING_LIST } from './properties';
import type { PollSettings } from './settings';
import { dropDown } from '../shared/panel/parts';
import { DAY_MS, isoOf } from '../shared/api/time';

/** The longest wait for a call in a test run, in ms. */
const PATIENCE = { maxWaitMs: 60_000 };

/** How many rows a test run searches for one that a condition is true for. */
const MAX_ROWS = 1000;

/** How many bookings of a class a test run counts (§8). */
const MAX_BOOKINGS = 500;

/** A real record of each chosen event, in the shape of the event. @throws a node error if the club has none for any event */
export async function sample(functions: IExecuteFunctions): Promise<INodeExecutionData[]> {
	try {
		const settings = pollSettings(functions);
		const { sampleFor } = samplesOf(lazyRequest(functions, PATIENCE), settings);
		const items: INodeExecutionData[] = [];
		const without: string[] = [];
		for (const event of chosenEvents(settings.events)) {
			const json = await sampleFor(event);
			if (json) items.push({ json, pairedItem: { item: 0 } });
			else without.push(event.name);
		}
		const missing = `The club has no record yet for ${without.join(', ')}`;
		if (items.length === 0)
			throw new InvalidInput(missing, 'Create such a record in the club, then test again. Nothing is wrong with the trigger.');
		if (without.length > 0) functions.addExecutionHints({ message: missing, location: 'outputPane' });
		return items;
	} catch (error) {
		throw toNodeError(
			functions.getNode(),
			error instanceof ClubError ? error.with({ advice: 'This was a test run. It did not change what the trigger remembers.' }) : error,
		);
	}
}

/** The functions that make samples. They read each list once. */
function samplesOf(request: Request, settings: PollSettings) {
	const read = new Map<PolledList, Promise<IDataObject[]>>();
	const newestOf = async (list: PolledList): Promise<IDataObject[]> => {
		const rows = read.get(list) ?? newest(request, list, settings);
		read.set(list, rows);
		return await rows;
	};
	/** A real record as an item of the event; undefined if the club has none. */
	const sampleFor = async (event: PolledEvent): Promise<IDataObject | undefined> => {
		const row = exampleOf(event, await newestOf(POLLED_LISTS[event.list]), settings);
		return row && { ...sampleOf(event, row, settings), ...(event.places && (await bookedIn(request, row, settings))) };
	};
	return { newestOf, sampleFor };
}

/**
 * The record for a sample: one for which the event's condition is true, or else the newest.
 * @throws InvalidInput for settings that fit no row
 */
function exampleOf(event: PolledEvent, rows: readonly IDataObject[], settings: PollSettings): IDataObject | undefined {
	if (rows.length > 0) event.check?.(rows, settings);
	const isTrue = (row: IDataObject) => row.Disabled !== true && Boolean(event.value?.(row, settings, Date.now()));
	return rows.find(isTrue) ?? rows[0];
}

function sampleOf(event: PolledEvent, row: IDataObject, settings: PollSettings): IDataObject {
	const ids = POLLED_LISTS[event.list].idsOf(row) ?? [];
	const value = event.value?.(row, settings, Date.now());
	// A count is shown as if it had grown by one.
	const details =
		value === undefined ? undefined : event.details?.(typeof value === 'number' ? value - 1 : undefined, value, row, settings);
	const change =
		event.property === undefined ? undefined : { previous: { [event.property]: row[event.property] ?? null }, changed: [event.property] };
	const item = itemOf(event, { ids, record: event.cause === 'removed' ? null : row, ...change, ...details }, Date.now());
	return { ...item, id: `sample-${String(item.id)}` };
}

/** The numbers of people in the class of a sample, as in the items of places, with one call. @throws ClubError */
async function bookedIn(request: Request, { ClassId }: IDataObject, settings: PollSettings): Promise<IDataObject> {
	const bookings = rowsOf(
		await request('GET /Classes/{classId}/Bookings', { params: { classId: ClassId }, query: { count: MAX_BOOKINGS } }),
	);
	const queued = bookings.filter((booking) => isQueued(booking, settings)).length;
	return { participants: bookings.length - queued, queued };
}

/** The records for a sample, the newest first. @throws ClubError */
async function newest(request: Request, list: PolledList, settings: PollSettings): Promise<IDataObject[]> {
	const readOne = async (read: ListRead) =>
		rowsOf(await request(read.call, { params: read.params, query: newestQuery(list, read, settings, Date.now()) }));
	for (const read of list.reads) {
		const rows = (await readOne(read)).filter((row) => list.idsOf(row) !== undefined);
		if (rows.length > 0) return list.idName || list.beginOf ? rows : rows.reverse();
	}
	return [];
}

/** The query for the newest records of a list (§4.1, §4.4), or for those of its window. */
function newestQuery(list: PolledList, { call }: ListRead, settings: PollSettings, now: number): IDataObject {
	const count = Math.min(maxCountOf(call) ?? MAX_ROWS, MAX_ROWS);
	if (list.idName) return { ...list.query?.(settings), ...newestFirst(call), count };
	const { from, to } = list.span?.(settings, now, now) ?? {};
	return list.lookUp?.call.includes('Participants') ? { to, count } : { from, ...(to && { to }), count };
}

/** The drop-down of Only When: the fields of the chosen events, and of the athlete if the options attach them. One call a list. */
export const searchPollFields = searchEventFields((functions, request) => {
	const options = (functions.getCurrentNodeParameter('options') ?? {}) as IDataObject;
	const chosen = functions.getCurrentNodeParameter('events');
	const fields = Object.fromEntries(
		Object.keys(FIELD_LABELS).map((name) => [name, functions.getCurrentNodeParameter(name) as IDataObject]),
	);
	const events = Array.isArray(chosen) ? (chosen as string[]) : [];
	const settings = settingsFrom(options, { events, firstPoll: 'fromNow', fields }, functions.getTimezone());
	const { newestOf, sampleFor } = samplesOf(request, settings);
	const sample = async (event: PolledEvent): Promise<IDataObject | undefined> => {
		const [athlete] = isOn(options, 'attachAthlete') ? await newestOf(POLLED_LISTS.athletes) : [];
		const item = await sampleFor(event);
		return item && { ...item, ...(athlete && { athlete }) };
	};
	return { top: polledItemTop(options), events: chosenEvents(settings.events).map(sample) };
});

/** The longest wait for a call in a drop-down, in ms: its user does not wait for the next minute. */
const DROP_DOWN_PATIENCE = { maxWaitMs: 2_000 };

/** The properties that may be a count of check-ins, from a summary of the club (§2.8 does not name them), with one call. */
const searchCountFields = dropDown(async function (filter = '') {
	const [summary = {}] = rowsOf(await lazyRequest(this, DROP_DOWN_PATIENCE)('GET /Athletes/AttendanceSummaries', { query: { count: 1 } }));
	const results = countsIn(summary)
		.filter(([path]) => path.toLowerCase().includes(filter.trim().toLowerCase()))
		.map(([path, value]) => ({ name: `${path} (from your club, for example ${value})`, value: path }));
	return { results };
});

/** How far ahead the bookings of the drop-down are read, in ms. */
const BOOKINGS_AHEAD_MS = 14 * DAY_MS;

/** The properties that may show who is queued, from bookings of the club (§3.6 does not name them), with one call. */
const searchQueuedFields = dropDown(async function (filter = '') {
	const query = { to: isoOf(Date.now() + BOOKINGS_AHEAD_MS), count: 100 };
	const bookings = rowsOf(await lazyRequest(this, DROP_DOWN_PATIENCE)('GET /Classes/Bookings', { query }));
	const results = queuedFieldsIn(bookings)
		.filter(([path]) => path.toLowerCase().includes(filter.trim().toLowerCase()))
		.map(([path, examples]) => ({ name: `${path} (from your club, for example ${examples})`, value: path }));
	return { results: [{ name: 'No Waiting List', value: NO_WAITING_LIST }, ...results] };
});

/** The drop-downs of properties that the API does not name. */
export const fieldSearches = {
	searchCountFields,
	searchQueuedFields,
};
