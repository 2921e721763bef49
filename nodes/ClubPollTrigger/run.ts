import type { IDataObject } from 'n8n-workflow';
import type { Page } from '../shared/records/paging';
import type { Onward, PageQuery } from '../shared/records/step';
import { isGuess, orderOn } from '../shared/records/step';
import { pagesOf } from '../shared/records/paging';
import { directionOf, maxCountOf, newestFirst } from '../shared/api/endpoints';
import { ID } from '../shared/api/limits';
import { instantOf, isoOf, LARGEST_OFFSET_MS } from '../shared/api/time';
import type { Emission } from './emission';
import type { PolledList, Read, Span } from './lists';
import type { Meter } from './meter';
import type { PolledEvent } from './events/polledEvent';
import type { PageSizes } from './pageSize';
import type { PollSettings } from './settings';

/** What the reads of one poll share. */
export interface PollRun {
	settings: PollSettings;
	/** The moment of the poll, in ms since the epoch. */
	now: number;
	meter: Meter;
	emission: Emission;
	/** What n8n's log is to say. */
	notes: string[];
	/** The classes that this poll has read, where their places are told of. */
	classes: Map<number, IDataObject>;
	/** How many rows a list is asked for at once. */
	pageSizes: PageSizes;
}

/** Where a read begins or goes on. */
export interface Place {
	read: number;
	fromId?: number;
	/** The page that a read of a window goes on at: what differs in its request (§4.1 rules 2 and 4). */
	step?: Onward;
	span?: Span;
}

/** A page, and the step that led to it: with this it can be read again. */
export interface PlacedPage extends Page {
	step: Onward;
}

/** Reads one page of a list. @throws Yield, ClubError */
const readPage = async ({ call, params }: Read, base: IDataObject, page: PageQuery, { meter, pageSizes }: PollRun): Promise<IDataObject> =>
	await pageSizes.read(
		call,
		page.count ?? pageSizes.wanted(call),
		async () => await meter.send(call, { params, query: { ...base, ...(page as IDataObject) }, isPassing: true }),
	);

/**
 * The times that the club is asked for: wide enough whichever zone it compares them in. What lies outside of the span is passed over.
 * @reading bounds
 */
const widened = ({ from, to }: Span): Span => ({
	from: isoOf(instantOf(from) - LARGEST_OFFSET_MS),
	...(to && { to: isoOf(instantOf(to) + LARGEST_OFFSET_MS) }),
});

/**
 * The pages of one read of a list, from a place on. While it reads, the place says which page is next.
 * @throws Yield, ClubError
 */
export async function* readPages(list: PolledList, place: Place, run: PollRun): AsyncGenerator<PlacedPage> {
	const { settings } = run;
	const { call } = list.reads[place.read];
	const start = place.step;
	const base: IDataObject = {
		...list.query?.(settings),
		...(place.span && widened(place.span)),
		...(list.idName && { fromId: place.fromId ?? ID.min }),
	};
	const told = directionOf(call, base);
	let step: Onward = {};
	let way = start?.way;
	const pages = pagesOf({
		async fetch(page: PageQuery) {
			const { cursor, from, to } = page;
			step = { ...(cursor && { cursor }), ...(from && { from }), ...(to && { to }), ...(way && { way }) };
			if (!list.idName) place.step = step;
			return await readPage(list.reads[place.read], base, page, run);
		},
		direction: (firstPage) => told ?? orderOn(call, firstPage),
		guess: told === undefined && isGuess(call),
		orderedBy: list.idName,
		range: base,
		maxCount: run.pageSizes.wanted(call),
		...(start && { start }),
	});
	for await (const page of pages) {
		way = page.next?.way;
		yield { ...page, step };
	}
}

/** The newest records of a list that is ordered by ids: one call. @throws Yield, ClubError */
export async function readNewest(list: PolledList, count: number, run: PollRun): Promise<IDataObject[]> {
	const [read] = list.reads;
	const range = newestFirst(read.call);
	const base = { ...list.query?.(run.settings), ...range };
	const pages = pagesOf({
		fetch: async (page) => await readPage(read, base, page, run),
		direction: 'backward',
		orderedBy: list.idName,
		range,
		maxCount: run.pageSizes.wanted(read.call),
		limit: Math.min(count, maxCountOf(read.call) ?? count),
	});
	const rows: IDataObject[] = [];
	for await (const page of pages) rows.push(...page.rows);
	return rows;
}

/** The id at which a list by ids goes on after these rows. */
export function idAfter({ idName }: PolledList, rows: readonly IDataObject[]): number | undefined {
	const ids = rows.map((row) => row[idName ?? '']).filter((id): id is number => typeof id === 'number');
	return ids.length > 0 ? Math.max(...ids) + 1 : undefined;
}

/** The events of a list that one of these causes makes. */
export const causedBy = (events: readonly PolledEvent[], cause: PolledEvent['cause']): PolledEvent[] =>
	events.filter((event) => event.cause === cause);
