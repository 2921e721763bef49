import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { firstRows } from '../../shared/events/sample';
import { asRow, rowsOf } from '../../shared/lists/pages';
import { lazyRequest } from '../../shared/transport/client';
import { ClubError, InvalidInput, toNodeError } from '../../shared/transport/errors';
import { IN_TEST_RUN } from '../../shared/transport/patience';
import type { Request } from '../../shared/transport/send';
import { maxCountOf, newestFirst } from '../../shared/api/endpoints';
import { itemOf } from '../scan/emission';
import { lastAmong } from '../scan/lastMemberships';
import type { PolledList } from '../causes/lists';
import { beginOf, placesIn } from '../../shared/api/facts';
import { POLLED_LISTS } from '../causes/lists';
import { pollSettings } from '../parameters';
import type { PolledEvent, Value } from '../causes/polledEvent';
import { chosenEvents } from '../causes/polledEvents';
import type { NamedField } from '../causes/properties';
import {
	countsFor,
	countsIn,
	doubtsOf,
	FIELD_LABELS,
	isGiven,
	isQueued,
	lackOfCount,
	lackOfQueue,
	NO_WAITING_LIST,
	propertyAt,
} from '../causes/properties';
import type { PollSettings } from '../causes/settings';
import { clock } from '../../shared/transport/process';
import type { PollState } from '../scan/state';

/** Shows a hint beside the items of a test run. */
export const hint = (functions: IExecuteFunctions, message: string): void =>
	functions.addExecutionHints({ message, location: 'outputPane' });

/** How many rows a test run searches for one that a condition is true for. */
const MAX_ROWS = 1000;

/** How many bookings a test run counts (§8). */
const MAX_BOOKINGS = 500;

/** A real record of each chosen event, in the shape of the event. @throws a node error if the club has none for any event */
export async function sample(functions: IExecuteFunctions): Promise<INodeExecutionData[]> {
	try {
		const settings = pollSettings(functions);
		hintAtCost(functions, settings);
		const notes = new Set<string>();
		const { sampleFor } = samplesOf(lazyRequest(functions, IN_TEST_RUN), settings, notes);
		const items: INodeExecutionData[] = [];
		const without: string[] = [];
		for (const event of chosenEvents(settings.events)) {
			const found = await sampleFor(event);
			if (!found) {
				without.push(event.name);
				continue;
			}
			items.push({ json: found.item, pairedItem: { item: 0 } });
			notes.add(found.note);
		}
		for (const note of notes) if (note) hint(functions, note);
		const missing = `The club has no record yet for ${without.join(', ')}`;
		if (items.length === 0)
			throw new InvalidInput(missing, 'Create such a record in the club, then test again. Nothing is wrong with the trigger.');
		if (without.length > 0) hint(functions, missing);
		return items;
	} catch (error) {
		throw toNodeError(
			functions.getNode(),
			error instanceof ClubError ? error.with({ advice: 'This was a test run. It did not change what the trigger remembers.' }) : error,
		);
	}
}

/** An interval of n8n's Poll Times, as the panel stores it. */
interface PollTime {
	mode: string;
	value?: number;
	unit?: string;
}

/** Polls in 30 days, by the modes of Poll Times. */
const POLLS_A_MONTH: Readonly<Record<string, number>> = {
	everyMinute: 43_200,
	everyHour: 720,
	everyDay: 30,
	everyWeek: 4,
	everyMonth: 1,
};

/** Polls in 30 days; NaN for a Cron expression, which the node does not read. */
const pollsOf = ({ mode, value, unit }: PollTime): number =>
	mode === 'everyX' ? (unit === 'hours' ? 720 : 43_200) / Math.max(1, Number(value)) : (POLLS_A_MONTH[mode] ?? NaN);

/** Says in a test run what the polls of the published workflow cost. Before the first whole poll nobody knows, so it says nothing. */
function hintAtCost(functions: IExecuteFunctions, { callsPerDay }: PollSettings): void {
	const { state } = functions.getWorkflowStaticData('node');
	if (typeof state !== 'string') return;
	const { lists } = JSON.parse(state) as PollState;
	const calls = Object.values(lists).reduce((sum, { cost = 0 }) => sum + cost, 0);
	if (calls === 0) return;
	const { item = [] } = functions.getNodeParameter('pollTimes', 0, {}) as { item?: PollTime[] };
	const month = Math.ceil(calls * item.reduce((sum, time) => sum + pollsOf(time), 0));
	const most = callsPerDay * 30;
	const inWords = (count: number): string => count.toLocaleString('en-US');
	const capped = month > most ? `, of which "Calls per Day" allows ${inWords(most)}` : '';
	const atThese = month > 0 ? `; at these poll times ${inWords(month)} a month${capped}` : '';
	hint(functions, `The last whole poll made ${calls} ${calls === 1 ? 'call' : 'calls'}${atThese}`);
}

/** The functions that make samples. They read each list once. @param notes what to say beside the samples */
export function samplesOf(request: Request, settings: PollSettings, notes = new Set<string>()) {
	const read = new Map<PolledList, Promise<IDataObject[]>>();
	const newestOf = async (list: PolledList): Promise<IDataObject[]> => {
		const rows = read.get(list) ?? newest(request, list, settings);
		read.set(list, rows);
		return await rows;
	};
	/** A real record as an item of the event; undefined if the club has none. */
	const sampleFor = async (event: PolledEvent): Promise<Sample | undefined> => {
		const rows = await newestOf(POLLED_LISTS[event.list]);
		const count = countsFor([event], settings).find((name) => rows.every((row) => typeof propertyAt(row, name) !== 'number'));
		if (rows.length > 0 && count !== undefined) throw lackOfCount(count, settings, rows);
		if (event.list === 'attendance') for (const doubt of doubtsOf(event, settings, rows)) notes.add(doubt);
		if (event.list === 'bookings' && needsQueue(event, settings)) noteLackOfQueue(rows, settings, notes);
		const last = event.lastMembership ? lastAmong(rows, settings) : rows.filter(({ Disabled }) => Disabled !== true);
		const candidates = event.places
			? await withPlaces(request, rows, settings, notes)
			: rows.map((row) => ({ row, facts: row, counts: last.includes(row) }));
		return sampleOf(event, candidates, settings);
	};
	return { newestOf, sampleFor };
}

const needsQueue = ({ options = [] }: PolledEvent, { queuedField }: PollSettings): boolean =>
	options.includes('queuedField') && queuedField !== NO_WAITING_LIST;

function noteLackOfQueue(bookings: readonly IDataObject[], { queuedField }: PollSettings, notes: Set<string>): void {
	if (bookings.length > 0 && !bookings.some((row) => isGiven(propertyAt(row, queuedField)))) notes.add(lackOfQueue(queuedField));
}

/** A record as an item of an event. */
interface Sample {
	item: IDataObject;
	/** How many records fulfil a condition, or if none does, what this one shows instead; empty for an event that is no condition. */
	note: string;
}

/** A record that may become a sample, and what the value of an event is computed from. */
interface Candidate {
	row: IDataObject;
	facts: IDataObject;
	/** Whether the event looks at it. */
	counts: boolean;
	/** More properties of its item. */
	booked?: IDataObject;
}

/** What an event calls its record in a sentence. */
const nounOf = ({ family }: PolledEvent): string => family.toLowerCase().replace(/(?<=ss)es$|s$/, '');

/** What a record shows of an event, if this was remembered of it. */
const shownBy = ({ property, value }: PolledEvent, { facts }: Candidate, settings: PollSettings, known?: Value): Value | undefined =>
	property === undefined ? value?.(facts, settings, clock.now(), known) : facts[property];

/** What a record shows instead of a case of the event, in words such as "4 participants" or "To 2026-05-01". */
function factsOf({ places, property, looksAt, options = [] }: PolledEvent, { facts }: Candidate, settings: PollSettings): string {
	const fields = (Object.keys(FIELD_LABELS) as NamedField[]).filter((field) => options.includes(field)).map((field) => settings[field]);
	const names = places ? ['participants', 'MaxLocalParticipants', 'Begin'] : (looksAt ?? (property === undefined ? fields : [property]));
	const shown = names.flatMap((name) => {
		const value = propertyAt(facts, name);
		if (value === undefined || value === null) return [];
		return typeof value === 'number' ? `${value} ${name}` : `${name} ${String(value)}`;
	});
	return shown.join(', ') || `no ${names.join(' and no ')}`;
}

/** What a test run says if no record that was read fulfils the event. @param lacks what the sample shows instead */
const lackOf = (event: PolledEvent, lacks: string): string =>
	`No ${nounOf(event)} that was read fulfils ${event.name}. This ${nounOf(event)} would not start the live workflow: ${lacks}.`;

/** What a test run says of a condition: how many fulfil it now, and that this starts nothing by itself. */
function casesIn({ name, family }: PolledEvent, cases: number, count: number, { emitsExisting, firstPollLimit }: PollSettings): string {
	if (cases === 0) return '';
	const starts = emitsExisting
		? `also for those that do so at the first poll, ${firstPollLimit} at most`
		: 'only for those that come to do so';
	return `${cases} of ${count} ${family.toLowerCase()} that were read ${cases === 1 ? 'fulfils' : 'fulfil'} ${name} now. The live workflow starts ${starts}.`;
}

/** A record that fulfils the event; else one that shows what it looks for, but may have done so before; else the newest. */
function sampleOf(event: PolledEvent, candidates: readonly Candidate[], settings: PollSettings): Sample | undefined {
	const { property, start, isEvent = (before) => before !== undefined } = event;
	/** Whether a record is a case of the event, if one of these was remembered of it. */
	const isCase = (one: Candidate, befores: ReadonlyArray<Value | undefined>): boolean =>
		befores.some((before) => {
			if (event.cause !== 'value') return true;
			const value = shownBy(event, one, settings, before);
			return one.counts && value !== undefined && isEvent(before, value, settings);
		});
	const find = (befores: (row: IDataObject) => ReadonlyArray<Value | undefined>) => candidates.find((one) => isCase(one, befores(one.row)));
	// A condition that was true before the first poll is the surest case. Else it was false, there was no visit, or a stage since long ago.
	const hasCome = (row: IDataObject) => event.list !== 'attendance' || countsIn(row).some(([, count]) => count > 0);
	const found =
		find((row) => [property === undefined ? undefined : start?.(row, settings, clock.now())]) ??
		find((row) => (property === undefined ? [0, [row.ClientStage, 0], ...(hasCome(row) ? [false] : [])] : []));
	const changed = found ?? find(() => [true, null, ...settings.stageFrom]);
	const chosen = changed ?? candidates.find(({ counts }) => counts) ?? candidates[0];
	if (!chosen) return undefined;
	const { row, booked, counts } = chosen;
	const value = shownBy(event, chosen, settings);
	// A count is shown as if it had grown by one; where nobody has any, as if it were the first.
	const count = typeof value === 'number' ? Math.max(1, value) : value === undefined ? 1 : undefined;
	const before = count === undefined ? undefined : count - 1;
	const details = property === undefined ? event.details?.(before, count ?? (value as Value), row, settings) : undefined;
	const change =
		property === undefined ? undefined : { previous: { [property]: start?.(row, settings, clock.now()) ?? null }, changed: [property] };
	const list = POLLED_LISTS[event.list];
	const updated = event.cause === 'changed' && { changed: watchedIn(row, list, settings) };
	const isRemoved = event.cause === 'removed';
	const ids = list.idsOf(row) ?? [];
	const owner = isRemoved ? list.ownerOf?.(row) : undefined;
	const item = itemOf(event, { ids, record: isRemoved ? null : row, owner, ...updated, ...change, ...details }, clock.now());
	const shows = hasCome(row) ? factsOf(event, chosen, settings) : 'no visit';
	const facts = counts ? shows : 'it is disabled, used up, of another product, or not the last of its athlete';
	// Who leaves a waiting list is known only by the list before, and so is each event that says what was before.
	const isCondition = event.cause === 'value' && property === undefined && !event.details;
	const cases = isCondition ? candidates.filter((one) => isCase(one, hasCome(one.row) ? [undefined, false] : [undefined])).length : 0;
	const lacks = changed ? `${facts}, and nothing earlier is known` : facts;
	return {
		item: { ...item, id: `sample-${String(item.id)}`, ...booked },
		note: found ? casesIn(event, cases, candidates.length, settings) : lackOf(event, lacks),
	};
}

/** The watched properties that a record has: each of them may have changed. */
function watchedIn(row: IDataObject, { watched, ownPart }: PolledList, { watchedFields }: PollSettings): string[] {
	const has = (name: string): boolean => isGiven(propertyAt(row, name));
	const chosen = watchedFields.filter(has);
	return chosen.length > 0 ? chosen : (watched ?? Object.keys(ownPart?.(row) ?? row)).filter(has);
}

/** Classes with the numbers of people in them, as in the items of places, with one call. @throws ClubError */
async function withPlaces(
	request: Request,
	classes: readonly IDataObject[],
	settings: PollSettings,
	notes: Set<string>,
): Promise<Candidate[]> {
	const query = { ...POLLED_LISTS.bookings.span?.(settings, clock.now(), clock.now()), count: MAX_BOOKINGS };
	const bookings = rowsOf(await request('GET /Classes/Bookings', { query })).map(asRow);
	if (settings.queuedField !== NO_WAITING_LIST) noteLackOfQueue(bookings, settings, notes);
	const lastBegin = bookings.length < MAX_BOOKINGS ? Infinity : (beginOf(bookings[bookings.length - 1], settings.zone) ?? 0);
	return classes.flatMap((row) => {
		const begin = beginOf(row, settings.zone) ?? 0;
		// Of a class that begins later the page does not have all bookings.
		if (begin >= lastBegin) return [];
		const own = bookings.filter(({ ClassId }) => ClassId === row.ClassId);
		const queued = own.filter((booking) => isQueued(booking, settings)).length;
		const booked = { participants: own.length - queued, queued };
		return [{ row, booked, counts: true, facts: { ...row, at: Math.floor(begin / 1000), places: placesIn(row), ...booked } }];
	});
}

/** The records for a sample, the newest first. @throws ClubError */
async function newest(request: Request, list: PolledList, settings: PollSettings): Promise<IDataObject[]> {
	const now = clock.now();
	const { from, to } = list.span?.(settings, now, now) ?? {};
	const span = list.lookUp?.includes('Participants') ? { to } : { from, ...(to && { to }) };
	const reads = list.reads.map(({ call, params }) => {
		// The newest records of a list (§4.1, §4.4), or those of its window.
		const query = list.idName ? { ...list.query?.(settings), ...newestFirst(call) } : span;
		return { call, params, query: { ...query, count: Math.min(maxCountOf(call) ?? MAX_ROWS, MAX_ROWS) } };
	});
	const rows = (await firstRows(request, reads)).filter((row) => list.idsOf(row) !== undefined);
	return list.idName || list.beginOf ? rows : rows.reverse();
}
