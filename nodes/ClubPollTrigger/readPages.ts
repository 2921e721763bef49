import type { IDataObject } from 'n8n-workflow';
import type { Page } from '../shared/records/paging';
import { pagesOf, pagingOf, rowsOf } from '../shared/records/paging';
import { ClubError } from '../shared/transport/errors';
import type { ListCall } from '../shared/api/endpoints';
import { maxCountOf, newestFirst } from '../shared/api/endpoints';
import type { Onward, PageQuery } from '../shared/records/step';
import { ID } from '../shared/api/limits';
import { instantOf, isoOf, LARGEST_OFFSET_MS } from '../shared/api/time';
import type { Emission } from './emission';
import type { PolledList, ListRead, TimeWindow } from './lists';
import type { Meter } from './meter';
import type { PolledEvent } from './events/polledEvent';
import type { PollSettings } from './settings';

/** What all reads of a poll share. */
export interface PollRun {
	settings: PollSettings;
	/** The moment of the poll, in ms since the epoch. */
	now: number;
	meter: Meter;
	emission: Emission;
	/** Warnings for n8n's log. */
	notes: string[];
	/** The classes that this poll has read, by id, for the events of places. */
	classes: Map<number, IDataObject>;
	/** How many rows to request of each list. */
	pageSizes: PageSizes;
}

/** Where a read begins or goes on. */
interface ReadPosition {
	read: number;
	fromId?: number;
	/** The page of a window to go on at: what differs in its request (§4.1 rules 2 and 4). */
	step?: Onward;
	span?: TimeWindow;
}

/** A page, and the step that led to it, with which it can be read again. */
export interface PlacedPage extends Page {
	step: Onward;
}

/**
 * Reads the pages of one read of a list, from a position on. The position is kept up to date.
 * @throws PollPaused, ClubError
 */
export async function* readPages(list: PolledList, position: ReadPosition, run: PollRun): AsyncGenerator<PlacedPage> {
	const { settings } = run;
	const { call } = list.reads[position.read];
	const start = position.step;
	const base: IDataObject = {
		...list.query?.(settings),
		...(position.span && widened(position.span)),
		...(list.idName && { fromId: position.fromId ?? ID.min }),
	};
	let step: Onward = start ?? {};
	const pages = pagesOf({
		async fetch(page: PageQuery) {
			if (!list.idName) position.step = step;
			return await readPage(list.reads[position.read], base, page, run);
		},
		...pagingOf(call, base),
		maxCount: run.pageSizes.sizeOf(call),
		...(start && { start }),
	});
	for await (const page of pages) {
		yield { ...page, step };
		step = page.next ?? {};
	}
}

/** Reads the newest records of a list that is ordered by ids, with one call. @throws PollPaused, ClubError */
export async function readNewest(list: PolledList, count: number, run: PollRun): Promise<IDataObject[]> {
	const [read] = list.reads;
	const range = newestFirst(read.call);
	const base = { ...list.query?.(run.settings), ...range };
	const pages = pagesOf({
		fetch: async (page) => await readPage(read, base, page, run),
		...pagingOf(read.call, range),
		maxCount: run.pageSizes.sizeOf(read.call),
		limit: Math.min(count, maxCountOf(read.call) ?? count),
	});
	const rows: IDataObject[] = [];
	for await (const page of pages) rows.push(...page.rows);
	return rows;
}

/** Reads one page of a list. @throws PollPaused, ClubError */
const readPage = async (
	{ call, params }: ListRead,
	base: IDataObject,
	page: PageQuery,
	{ meter, pageSizes }: PollRun,
): Promise<IDataObject> =>
	await pageSizes.read(
		call,
		page.count ?? pageSizes.sizeOf(call),
		async () => await meter.send(call, { params, query: { ...base, ...(page as IDataObject) }, skipCache: true }),
	);

/**
 * The times to request for a window: wide enough for any zone that the club compares them in. Rows outside of the window are skipped.
 */
const widened = ({ from, to }: TimeWindow): TimeWindow => ({
	from: isoOf(instantOf(from) - LARGEST_OFFSET_MS),
	...(to && { to: isoOf(instantOf(to) + LARGEST_OFFSET_MS) }),
});

/** The id at which a list by ids goes on after these rows; undefined if no row has one. */
export function idAfter({ idName }: PolledList, rows: readonly IDataObject[]): number | undefined {
	const ids = rows.map((row) => row[idName ?? '']).filter((id): id is number => typeof id === 'number');
	return ids.length > 0 ? Math.max(...ids) + 1 : undefined;
}

/** The smallest page, in rows, that is requested after a larger one took too long. */
const MIN_PAGE_SIZE = 10;

/** A page is quick within this share of the time of a poll. One of twice the size then comes in time too. */
const QUICK_SHARE = 1 / 4;

/** Rows of a page, by list, if the club did not give larger pages in time. */
export type Learned = Partial<Record<ListCall, number>>;

/**
 * How many rows of each list a poll requests at once. How long a club takes for a page is unknown, so the size is learned: it halves
 * after a page that came too late, and doubles after a poll in which all full pages of the list were quick.
 */
export class PageSizes {
	/** Rows of a page that came too late, by list. */
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
	sizeOf(call: ListCall): number {
		const max = maxCountOf(call) ?? Infinity;
		return Math.min(this.learned[call] ?? max, max);
	}

	/** The page sizes for the next poll. */
	get next(): Learned {
		const calls = Object.keys({ ...this.learned, ...this.late }) as ListCall[];
		const sizes = calls.map((call): [ListCall, number] => [call, this.nextOf(call)]);
		return Object.fromEntries(sizes.filter(([call, size]) => size < (maxCountOf(call) ?? Infinity)));
	}

	/** Whether the next poll has other page sizes than this one. */
	get hasLearned(): boolean {
		return Object.keys({ ...this.learned, ...this.late }).some((call) => this.next[call as ListCall] !== this.learned[call as ListCall]);
	}

	private nextOf(call: ListCall): number {
		const { [call]: late } = this.late;
		if (late !== undefined) return Math.max(MIN_PAGE_SIZE, Math.floor(late / 2));
		return this.sizeOf(call) * ((this.slowest[call] ?? this.timeMs) < this.timeMs * QUICK_SHARE ? 2 : 1);
	}

	/** Reads a page, and learns from its time. @param count rows that are requested @throws ClubError */
	async read(call: ListCall, count: number, page: () => Promise<IDataObject>): Promise<IDataObject> {
		const began = this.now();
		const answer = await page().catch((error: unknown) => {
			if (!(error instanceof ClubError) || !error.late || count <= MIN_PAGE_SIZE) throw error;
			this.late[call] = count;
			throw error.with({ advice: `The page may be too large. The next poll asks for ${this.nextOf(call)} rows.` });
		});
		if (rowsOf(answer).length >= count) this.slowest[call] = Math.max(this.slowest[call] ?? 0, this.now() - began);
		return answer;
	}
}

/** The events with this cause. */
export const causedBy = (events: readonly PolledEvent[], cause: PolledEvent['cause']): PolledEvent[] =>
	events.filter((event) => event.cause === cause);
