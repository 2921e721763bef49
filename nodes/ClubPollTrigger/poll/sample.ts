import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { ListName } from '../../shared/api/eventRows';
import { beginOf, placesIn } from '../../shared/api/facts';
import { PAGE } from '../../shared/api/limits';
import { isoOf } from '../../shared/api/time';
import type { EventDetails } from '../../shared/events/polledItem';
import { itemOf } from '../../shared/events/polledItem';
import { newestRows } from '../../shared/events/sample';
import { lazyRequest } from '../../shared/transport/client';
import { ClubError, InvalidInput, toNodeError } from '../../shared/transport/errors';
import { IN_TEST_RUN } from '../../shared/transport/patience';
import { clock } from '../../shared/transport/process';
import type { Request } from '../../shared/transport/send';
import { POLLED_LISTS } from '../causes/lists';
import type { PolledEvent, Value } from '../causes/polledEvent';
import { chosenEvents } from '../causes/polledEvents';
import {
	countsFor,
	countsIn,
	isGiven,
	isQueued,
	lackOfCount,
	lackOfQueue,
	NAMED_FIELDS,
	NO_WAITING_LIST,
	propertyAt,
} from '../causes/properties';
import type { PollSettings } from '../defaults';
import { pollSettings } from '../parameters';
import { lastAmong } from '../scan/lastMemberships';
import { hint, hintAtCost } from './costHint';

interface Sample {
	item: IDataObject;
	notes: string[];
}

/** A real record of each chosen event, in the shape of the event. @throws a node error if the club has none for any event */
export async function sample(functions: IExecuteFunctions): Promise<INodeExecutionData[]> {
	try {
		const settings = pollSettings(functions);
		hintAtCost(functions, settings);
		const { sampleFor } = samplesOf(lazyRequest(functions, IN_TEST_RUN), settings);
		const samples: Sample[] = [];
		const without: string[] = [];
		for (const event of chosenEvents(settings.events)) {
			const found = await sampleFor(event);
			if (found) samples.push(found);
			else without.push(event.name);
		}
		for (const note of new Set(samples.flatMap(({ notes }) => notes))) hint(functions, note);
		const missing = `The club has no record yet for ${without.join(', ')}`;
		if (samples.length === 0)
			throw new InvalidInput(missing, 'Create such a record in the club, then test again. Nothing is wrong with the trigger.');
		if (without.length > 0) hint(functions, missing);
		return samples.map(({ item }) => ({ json: item, pairedItem: { item: 0 } }));
	} catch (error) {
		const advice = 'This was a test run. It did not change what the trigger remembers.';
		throw toNodeError(functions.getNode(), error instanceof ClubError ? error.with({ advice }) : error);
	}
}

/** The functions that make samples. They read each list once. */
export function samplesOf(request: Request, settings: PollSettings) {
	const read = new Map<string, Promise<IDataObject[]>>();
	/** @param query for bookings: since when, in place of the newest ones */
	const newestOf = async (list: ListName, query = POLLED_LISTS[list].query?.(settings)): Promise<IDataObject[]> => {
		const name = JSON.stringify([list, query]);
		const ahead = Math.max(settings.lookAhead, settings.hoursBefore / 24);
		const rows = read.get(name) ?? newestRows(request, list, query, 1000, ahead);
		read.set(name, rows);
		return (await rows).filter((row) => POLLED_LISTS[list].idsOf(row) !== undefined);
	};
	// Bookings of the last days would fill the page.
	const fromNow = { from: isoOf(clock.now()) };
	const sampleFor = async (event: PolledEvent): Promise<Sample | undefined> => {
		const rows = await newestOf(event.list);
		const count = countsFor([event], settings).find((name) => rows.every((row) => typeof propertyAt(row, name) !== 'number'));
		if (rows.length > 0 && count !== undefined) throw lackOfCount(count, settings, rows);
		if (!event.options?.includes('queuedField')) return sampleOf(event, rows, (row) => row, settings);
		const bookings = event.places ? await newestOf('bookings', fromNow) : rows;
		const candidates = event.places ? rows.filter((row) => hasAllOf(row, bookings, settings)) : rows;
		const found = sampleOf(event, candidates, (row) => ({ ...row, ...(event.places && placesOf(row, bookings, settings)) }), settings);
		if (bookings.length > 0 && lacksQueue(bookings, settings)) found?.notes.unshift(lackOfQueue(settings.queuedField));
		return found;
	};
	return { newestOf, sampleFor };
}

const beginIn = (row: IDataObject, { zone }: PollSettings): number => beginOf(row, zone) ?? 0;

const lacksQueue = (bookings: readonly IDataObject[], { queuedField }: PollSettings): boolean =>
	queuedField !== NO_WAITING_LIST && !bookings.some((row) => isGiven(propertyAt(row, queuedField)));

/** Whether a page of bookings has all those of a class: a full one ends with some of those of a class. */
const hasAllOf = (row: IDataObject, bookings: readonly IDataObject[], settings: PollSettings): boolean =>
	bookings.length < PAGE.bookings || beginIn(row, settings) < beginIn(bookings[bookings.length - 1], settings);

/** What the events of places look at. */
function placesOf(row: IDataObject, bookings: readonly IDataObject[], settings: PollSettings): IDataObject {
	const own = bookings.filter(({ ClassId }) => ClassId === row.ClassId);
	const queued = own.filter((booking) => isQueued(booking, settings)).length;
	return { at: Math.floor(beginIn(row, settings) / 1000), places: placesIn(row), participants: own.length - queued, queued };
}

/**
 * A sample of a record that would start the workflow if a poll had seen the record without that before; else of the newest.
 * @param factsOf what the values of the event are computed from
 */
function sampleOf(
	event: PolledEvent,
	rows: readonly IDataObject[],
	factsOf: (row: IDataObject) => IDataObject,
	settings: PollSettings,
): Sample | undefined {
	const now = clock.now();
	const { name, family, cause, property, start, isEvent = (before) => before !== undefined } = event;
	const valueOf = (row: IDataObject, before?: Value) =>
		property === undefined ? event.value?.(factsOf(row), settings, now, before) : row[property];
	const isCase = (row: IDataObject, ...befores: Array<Value | undefined>): boolean =>
		befores.some((before) => {
			const value = valueOf(row, before);
			return value !== undefined && isEvent(before, value, settings);
		});
	const hasCome = (row: IDataObject): boolean => event.list !== 'attendance' || countsIn(row).some(([, count]) => count > 0);
	const counting = event.lastMembership ? lastAmong(rows, settings) : rows.filter(({ Disabled }) => Disabled !== true);
	const isComputed = property === undefined;
	// Nothing was known, or a condition was false.
	const before = (row: IDataObject) => (isComputed ? [undefined, ...(hasCome(row) ? [false] : [])] : [start?.(row, settings, now)]);
	const cases = counting.filter((row) => cause !== 'value' || isCase(row, ...before(row)));
	// Nobody had come, or the stage was there since long ago.
	const found = cases[0] ?? counting.find((row) => isComputed && isCase(row, 0, [row.ClientStage, 0]));
	const row = found ?? counting[0] ?? rows[0];
	if (!row) return undefined;
	const item = itemFor(event, row, valueOf(row), settings);
	const { participants, queued } = factsOf(row);
	if (event.places) Object.assign(item, { participants, queued });
	const people = family.toLowerCase();
	if (found) {
		const starts = settings.emitsExisting
			? `also for those that do so at the first poll, ${settings.firstPollLimit} at most`
			: 'only for those that come to do so';
		const fulfil = `${people} that were read ${cases.length === 1 ? 'fulfils' : 'fulfil'} ${name} now`;
		// Which records differ from what was before, no single read shows.
		const isCounted = cases.length > 0 && cause === 'value' && property === undefined && !event.details;
		return { item, notes: isCounted ? [`${cases.length} of ${rows.length} ${fulfil}. The live workflow starts ${starts}.`] : [] };
	}
	const noun = people.replace(/(?<=ss)es$|s$/, '');
	const shows = hasCome(row) ? wordsFor(event, factsOf(row), settings) : 'no visit';
	const isHalf = isCase(row, true, null, ...settings.stageFrom);
	const why = counting.includes(row)
		? `${shows}${isHalf ? ', and nothing earlier is known' : ''}`
		: 'it is disabled, used up, of another product, or not the last of its athlete';
	return { item, notes: [`No ${noun} that was read fulfils ${name}. This ${noun} would not start the live workflow: ${why}.`] };
}

/** What a record shows of an event, in words such as "4 participants" or "To 2026-05-01". */
function wordsFor({ property, looksAt, options = [] }: PolledEvent, facts: IDataObject, settings: PollSettings): string {
	const names =
		looksAt ??
		(property === undefined ? NAMED_FIELDS.filter((field) => options.includes(field)).map((field) => settings[field]) : [property]);
	const given = names.map((name) => [name, propertyAt(facts, name)] as const).filter(([, value]) => isGiven(value));
	const words = given.map(([name, value]) => (typeof value === 'number' ? `${value} ${name}` : `${name} ${String(value)}`));
	return words.join(', ') || `no ${names.join(' and no ')}`;
}

/** The item of an event about a record, as if a count had grown by one, and each watched property had changed. */
function itemFor(event: PolledEvent, row: IDataObject, value: Value | undefined, settings: PollSettings): IDataObject {
	const { cause, property, start, details } = event;
	const { idsOf, ownerOf, ownPart, watched = Object.keys(ownPart?.(row) ?? row) } = POLLED_LISTS[event.list];
	const now = clock.now();
	const count = Math.max(1, Number(value) || 1);
	const has = (name: string): boolean => isGiven(propertyAt(row, name));
	const more: Partial<EventDetails> = {
		...(cause === 'changed' && { changed: (settings.watchedFields.some(has) ? settings.watchedFields : watched).filter(has) }),
		...(property !== undefined && { previous: { [property]: start?.(row, settings, now) ?? null }, changed: [property] }),
		...details?.(count - 1, count, row, settings),
	};
	const record = cause === 'removed' ? null : row;
	const item = itemOf(event, { ids: idsOf(row) ?? [], record, owner: ownerOf?.(row), ...more }, now);
	return { ...item, id: `sample-${String(item.id)}` };
}
