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
import { isoOf } from '../../shared/api/time';
import { POLLED_LISTS } from '../causes/lists';
import { pollSettings } from '../parameters';
import type { PolledEvent, Value } from '../causes/polledEvent';
import { chosenEvents } from '../causes/polledEvents';
import type { NamedField } from '../causes/properties';
import {
	countsFor,
	countsIn,
	FIELD_LABELS,
	isGiven,
	isQueued,
	lackOfCount,
	lackOfQueue,
	NO_WAITING_LIST,
	propertyAt,
} from '../causes/properties';
import type { PollSettings } from '../defaults';
import { clock } from '../../shared/transport/process';
import { hint, hintAtCost } from './costHint';

const MAX_ROWS = 1000;

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

/** The functions that make samples. They read each list once. @param notes what to say beside the samples */
export function samplesOf(request: Request, settings: PollSettings, notes = new Set<string>()) {
	const read = new Map<PolledList, Promise<IDataObject[]>>();
	const newestOf = async (list: PolledList): Promise<IDataObject[]> => {
		const rows = read.get(list) ?? newest(request, list, settings);
		read.set(list, rows);
		return await rows;
	};
	const sampleFor = async (event: PolledEvent): Promise<Sample | undefined> => {
		const rows = await newestOf(POLLED_LISTS[event.list]);
		const count = countsFor([event], settings).find((name) => rows.every((row) => typeof propertyAt(row, name) !== 'number'));
		if (rows.length > 0 && count !== undefined) throw lackOfCount(count, settings, rows);
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
	booked?: IDataObject;
}

const nounOf = ({ family }: PolledEvent): string => family.toLowerCase().replace(/(?<=ss)es$|s$/, '');

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

/** A record that would start the workflow if a poll had seen the record without that before; else the newest. */
function sampleOf(event: PolledEvent, candidates: readonly Candidate[], settings: PollSettings): Sample | undefined {
	const { property, start, isEvent = (before) => before !== undefined } = event;
	const now = clock.now();
	const valueOf = ({ facts }: Candidate, before?: Value): Value | undefined =>
		property === undefined ? event.value?.(facts, settings, now, before) : facts[property];
	const isCase = (one: Candidate, before: Value | undefined): boolean => {
		const value = valueOf(one, before);
		return one.counts && value !== undefined && isEvent(before, value, settings);
	};
	const hasCome = (row: IDataObject) => event.list !== 'attendance' || countsIn(row).some(([, count]) => count > 0);
	// Nothing was known, there was no visit, the stage was there since long ago, or a condition was false.
	const beforesOf = ({ row }: Candidate): Array<Value | undefined> =>
		property === undefined ? [undefined, 0, [row.ClientStage, 0], ...(hasCome(row) ? [false] : [])] : [start?.(row, settings, now)];
	const startsNow = (one: Candidate): boolean => event.cause !== 'value' || beforesOf(one).some((before) => isCase(one, before));
	const found = candidates.find(startsNow);
	const chosen = found ?? candidates.find(({ counts }) => counts) ?? candidates[0];
	if (!chosen) return undefined;
	const { row, booked, counts } = chosen;
	const value = valueOf(chosen);
	// A count is shown as if it had grown by one; where nobody has any, as if it were the first.
	const count = typeof value === 'number' ? Math.max(1, value) : value === undefined ? 1 : undefined;
	const before = count === undefined ? undefined : count - 1;
	const details = property === undefined ? event.details?.(before, count ?? (value as Value), row, settings) : undefined;
	const change = property !== undefined && { previous: { [property]: start?.(row, settings, now) ?? null }, changed: [property] };
	const list = POLLED_LISTS[event.list];
	const updated = event.cause === 'changed' && { changed: watchedIn(row, list, settings) };
	const isRemoved = event.cause === 'removed';
	const owner = isRemoved ? list.ownerOf?.(row) : undefined;
	const item = itemOf(event, { ids: list.idsOf(row) ?? [], record: isRemoved ? null : row, owner, ...updated, ...change, ...details }, now);
	const shows = hasCome(row) ? factsOf(event, chosen, settings) : 'no visit';
	const facts = counts ? shows : 'it is disabled, used up, of another product, or not the last of its athlete';
	// Each event that says what was before is known only by the read before.
	const isCondition = event.cause === 'value' && property === undefined && !event.details;
	const isCondTrue = (one: Candidate) => [undefined, ...(hasCome(one.row) ? [false] : [])].some((known) => isCase(one, known));
	const wasBefore = [true, null, ...settings.stageFrom].some((known) => isCase(chosen, known));
	return {
		item: { ...item, id: `sample-${String(item.id)}`, ...booked },
		note: found
			? casesIn(event, isCondition ? candidates.filter(isCondTrue).length : 0, candidates.length, settings)
			: lackOf(event, wasBefore ? `${facts}, and nothing earlier is known` : facts),
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
	const now = clock.now();
	// Bookings of the last days would fill the page.
	const query = { ...POLLED_LISTS.bookings.span?.(settings, now, now), from: isoOf(now), count: MAX_BOOKINGS };
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
