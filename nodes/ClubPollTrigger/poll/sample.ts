import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { ListName } from '../../shared/api/eventRows';
import { beginOf } from '../../shared/api/facts';
import { PAGE } from '../../shared/api/limits';
import { itemOf } from '../../shared/events/polledItem';
import { daysFromNow, newestRows } from '../../shared/events/sample';
import { lazyRequest } from '../../shared/transport/client';
import { InvalidInput, toNodeError } from '../../shared/transport/errors';
import type { Patience } from '../../shared/transport/patience';
import { clock } from '../../shared/transport/process';
import type { Request } from '../../shared/transport/callValues';
import { placesIn } from '../causes/classes';
import { POLLED_LISTS } from '../causes/lists';
import type { PolledEvent, Value } from '../causes/polledEvent';
import { chosenEvents } from '../causes/polledEvents';
import { countsIn, isGiven, isQueued, lackOfQueue, NAMED_FIELDS, NO_WAITING_LIST, propertyAt } from '../causes/properties';
import type { PollSettings } from '../defaults';
import { pollSettings } from '../parameters';
import { lastAmong } from '../scan/lastMemberships';
import { hint, hintAtCost } from './costHint';

const IN_TEST_RUN: Patience = { maxWaitMs: 60_000 };

/** A real record of each chosen event, in the shape of the event. @throws a node error if the club has none for any event */
export async function sample(functions: IExecuteFunctions): Promise<INodeExecutionData[]> {
	try {
		const settings = pollSettings(functions);
		hintAtCost(functions, settings);
		const request = lazyRequest(functions, IN_TEST_RUN);
		const items: IDataObject[] = [];
		const notes = new Set<string>();
		for (const event of chosenEvents(settings.events)) {
			const found = await sampleFor(request, event, settings);
			if (found) items.push(found.item);
			for (const note of found?.notes ?? [`The club has no record yet for ${event.name}`]) notes.add(note);
		}
		if (items.length === 0)
			throw new InvalidInput([...notes].join('. '), 'Create such a record in the club, then test again. The trigger is fine.');
		for (const note of notes) hint(functions, note);
		return items.map((json) => ({ json, pairedItem: { item: 0 } }));
	} catch (error) {
		throw toNodeError(functions.getNode(), error);
	}
}

/** A sample of a record that fulfils the event now, or may do so by what it was before; else of the newest. */
export async function sampleFor(request: Request, event: PolledEvent, settings: PollSettings) {
	const { name, list, family, cause, property, places, options = [], isEvent = (before) => before !== undefined } = event;
	const { queuedField } = settings;
	const newestOf = async (names: ListName, query?: IDataObject): Promise<IDataObject[]> =>
		await newestRows(request, names, query, 1000, Math.max(settings.lookAhead, settings.hoursBefore / 24));
	const records = (await newestOf(list, POLLED_LISTS[list].query?.(settings))).filter((row) => POLLED_LISTS[list].idsOf(row));
	if (cause !== 'value') return records[0] && { item: itemFor(event, records[0], settings), notes: [] };
	// Bookings of the last days would fill the page.
	const bookings = places ? await newestOf('bookings', { from: daysFromNow(0) }) : records;
	const rows = places ? withPlaces(records, bookings, settings) : records;
	const isCase = (row: IDataObject, ...befores: Array<Value | undefined>): boolean =>
		befores.some((before) => {
			const value = property === undefined ? event.value?.(row, settings, clock.now(), before) : row[property];
			return value !== undefined && isEvent(before, value, settings);
		});
	const candidates = event.lastMembership ? lastAmong(rows, settings) : rows.filter(({ Disabled }) => Disabled !== true);
	const isCondition = property === undefined && !event.details;
	// Who has never come is not absent.
	const hasCome = (row: IDataObject): boolean => list !== 'attendance' || countsIn(row).some(([, visits]) => visits > 0);
	const cases = candidates.filter((row) => isCondition && isCase(row, undefined, ...(hasCome(row) ? [false] : [])));
	const change = candidates.find((row) => isCase(row, false, true, null, 0, [row.ClientStage, 0], ...settings.stageFrom));
	const row = cases[0] ?? change ?? candidates[0] ?? rows[0];
	if (!row) return undefined;
	const { participants, queued } = row;
	const item: IDataObject = { ...itemFor(event, records[rows.indexOf(row)], settings), ...(places && { participants, queued }) };
	const why = candidates.includes(row) ? wordsFor(list, row, settings) : 'disabled, used up, of another product, or not the last one';
	const count = `${name} applies now to ${cases.length} of ${rows.length} ${family.toLowerCase()} that were read.`;
	const whyNot = change
		? `${name}: a test run knows nothing earlier, so it cannot say whether this one would start the live workflow.`
		: `${count} This one would not start the live workflow: ${why}.`;
	const notes = [cases.length > 0 ? count : whyNot];
	const needsQueue = options.includes('queuedField') && queuedField !== NO_WAITING_LIST && bookings.length > 0;
	if (needsQueue && !bookings.some((booking) => isGiven(propertyAt(booking, queuedField)))) notes.push(lackOfQueue(queuedField));
	return { item, notes };
}

/** Classes with what the events of places look at. A full page of bookings may end with some of those of a class, so its places stay open. */
function withPlaces(classes: readonly IDataObject[], bookings: readonly IDataObject[], settings: PollSettings): IDataObject[] {
	const beginIn = (row: IDataObject): number => beginOf(row, settings.zone) ?? 0;
	const end = bookings.length < PAGE.bookings ? Infinity : beginIn(bookings[bookings.length - 1]);
	return classes.map((row) => {
		const own = bookings.filter(({ ClassId }) => ClassId === row.ClassId);
		const queued = own.filter((booking) => isQueued(booking, settings)).length;
		const counts = { time: Math.floor(beginIn(row) / 1000), participants: own.length - queued, queued };
		return { ...row, ...counts, ...(beginIn(row) < end && { places: placesIn(row) }) };
	});
}

const SHOWN: Readonly<Partial<Record<ListName, readonly string[]>>> = {
	athletes: ['ClientStage'],
	contacts: ['ClientStage'],
	calendars: ['participants', 'MaxLocalParticipants', 'Begin'],
	memberships: ['From', 'To', 'MaxActivities', 'AvailableActivities', 'SuspensionState', 'SuspensionStartUTC', 'ReactivationDate'],
};

/** What a record shows, in words such as "4 participants" or "To 2026-05-01". */
function wordsFor(list: ListName, row: IDataObject, settings: PollSettings): string {
	const names = SHOWN[list] ?? NAMED_FIELDS.map((field) => settings[field]).filter(Boolean);
	const values = names.map((name) => [name, propertyAt(row, name)] as const).filter(([, value]) => isGiven(value));
	const words = values.map(([name, value]) => (typeof value === 'number' ? `${value} ${name}` : `${name} ${String(value)}`));
	return words.join(', ') || `no ${names.join()}`;
}

/** The item of an event about a record, as if a count had grown by one, and each watched property had changed. */
function itemFor(event: PolledEvent, row: IDataObject, settings: PollSettings): IDataObject {
	const { list, cause, property } = event;
	const { idsOf, ownerOf, ownPart, watched = Object.keys(ownPart?.(row) ?? row) } = POLLED_LISTS[list];
	const count = Math.max(1, Number(event.value?.(row, settings, clock.now())) || 1);
	const has = (name: string): boolean => isGiven(propertyAt(row, name));
	const details = {
		ids: idsOf(row) ?? [],
		record: cause === 'removed' ? null : row,
		owner: ownerOf?.(row),
		...(cause === 'changed' && { changed: (settings.watchedFields.some(has) ? settings.watchedFields : watched).filter(has) }),
		...(property !== undefined && { previous: { [property]: null }, changed: [property] }),
		...event.details?.(count - 1, count, row, settings),
	};
	const item = itemOf(event, details, clock.now());
	return { ...item, id: `sample-${String(item.id)}` };
}
