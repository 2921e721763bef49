import type { IDataObject } from 'n8n-workflow';
import type { Page } from '../shared/records/paging';
import { rowsOf, pagesOf } from '../shared/records/paging';
import { ClubError } from '../shared/transport/errors';
import type { ListCall } from '../shared/api/endpoints';
import { maxCountOf, directionOf, newestFirst } from '../shared/api/endpoints';
import type { Onward, PageQuery } from '../shared/records/step';
import { isGuess, orderOn } from '../shared/records/step';
import { ID } from '../shared/api/limits';
import { instantOf, isoOf, LARGEST_OFFSET_MS } from '../shared/api/time';
import type { Emission } from './emission';
import type { PolledList, ListRead, TimeWindow } from './lists';
import type { Meter } from './meter';
import type { PolledEvent } from './events/polledEvent';
import type { PollSettings } from './settings';

/** Smallest page that is asked for because a larger one takes too long. */
const SMALLEST = 10;

/** Within this share of the time of a poll a page comes quickly: twice as many rows come in time, too. */
const QUICK = 1 / 4;

/** Rows of a page, by list, where the club did not give larger ones in time. */
export type Learned = Partial<Record<ListCall, number>>;

/**
 * How many rows of each list a poll asks for at once. Nobody knows how long a club takes for a page, so that is learned: half as
 * many after a page that did not come in time, twice as many after a poll in which all full pages of the list came quickly.
 * @reading pageTime
 */
export class PageSizes {
	/** Rows of a page that did not come in time, by list. */
	private readonly late: Learned = {};
	/** The longest time of a full page, in ms. */
	private readonly slowest: Learned = {};

	/**
	 * @param learned what earlier polls have learned
	 * @param timeMs how long a poll may take
	 */
	constructor(
		private readonly learned: Learned,
		private readonly timeMs: number,
		private readonly now: () => number,
	) {}

	/** Rows of a page in this poll. */
	wanted(call: ListCall): number {
		const most = maxCountOf(call) ?? Infinity;
		return Math.min(this.learned[call] ?? most, most);
	}

	/** What the next poll is to know. */
	get next(): Learned {
		const calls = Object.keys({ ...this.learned, ...this.late }) as ListCall[];
		const sizes = calls.map((call): [ListCall, number] => [call, this.nextOf(call)]);
		return Object.fromEntries(sizes.filter(([call, size]) => size < (maxCountOf(call) ?? Infinity)));
	}

	/** Whether that is something else than this one knew. */
	get hasLearned(): boolean {
		return Object.keys({ ...this.learned, ...this.late }).some((call) => this.next[call as ListCall] !== this.learned[call as ListCall]);
	}

	private nextOf(call: ListCall): number {
		const { [call]: late } = this.late;
		if (late !== undefined) return Math.max(SMALLEST, Math.floor(late / 2));
		return this.wanted(call) * ((this.slowest[call] ?? this.timeMs) < this.timeMs * QUICK ? 2 : 1);
	}

	/** Reads a page, and learns from how long it takes. @param count rows that it is asked for */
	async read(call: ListCall, count: number, page: () => Promise<IDataObject>): Promise<IDataObject> {
		const began = this.now();
		const answer = await page().catch((error: unknown) => {
			if (!(error instanceof ClubError) || !error.late || count <= SMALLEST) throw error;
			this.late[call] = count;
			throw error.with({ advice: `The page may be too large. The next poll asks for ${this.nextOf(call)} rows.` });
		});
		if (rowsOf(answer).length >= count) this.slowest[call] = Math.max(this.slowest[call] ?? 0, this.now() - began);
		return answer;
	}
}

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
interface ReadPosition {
	read: number;
	fromId?: number;
	/** The page that a read of a window goes on at: what differs in its request (§4.1 rules 2 and 4). */
	step?: Onward;
	span?: TimeWindow;
}

/** A page, and the step that led to it: with this it can be read again. */
export interface PlacedPage extends Page {
	step: Onward;
}

/** Reads one page of a list. @throws Yield, ClubError */
const readPage = async (
	{ call, params }: ListRead,
	base: IDataObject,
	page: PageQuery,
	{ meter, pageSizes }: PollRun,
): Promise<IDataObject> =>
	await pageSizes.read(
		call,
		page.count ?? pageSizes.wanted(call),
		async () => await meter.send(call, { params, query: { ...base, ...(page as IDataObject) }, skipCache: true }),
	);

/**
 * The times that the club is asked for: wide enough whichever zone it compares them in. What lies outside of the span is passed over.
 * @reading bounds
 */
const widened = ({ from, to }: TimeWindow): TimeWindow => ({
	from: isoOf(instantOf(from) - LARGEST_OFFSET_MS),
	...(to && { to: isoOf(instantOf(to) + LARGEST_OFFSET_MS) }),
});

/**
 * The pages of one read of a list, from a place on. While it reads, the place says which page is next.
 * @throws Yield, ClubError
 */
export async function* readPages(list: PolledList, place: ReadPosition, run: PollRun): AsyncGenerator<PlacedPage> {
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
