import type { IDataObject } from 'n8n-workflow';
import type { Page, PageQuery } from '../shared/records/paging';
import { pagesOf } from '../shared/records/paging';
import { maxCountOf } from '../shared/api/endpoints';
import { ID } from '../shared/api/limits';
import type { Emission } from './emission';
import type { PolledList, Span } from './lists';
import type { Meter } from './meter';
import type { PolledEvent } from './polledEvents';
import type { PollSettings } from './settings';

/** What the reads of one poll share. */
export interface PollRun {
	settings: PollSettings;
	/** The moment of the poll, in ms since the epoch. */
	now: number;
	meter: Meter;
	emission: Emission;
	/** Whether something was learned that no item carries, and that a restart of n8n must not forget. */
	learned: boolean;
	/** What the user must be told, where nothing failed. */

}

/** Where a read begins or goes on. */
export interface Place {
	read: number;
	fromId?: number;
	cursor?: string;
	span?: Span;
}

/** A page, and where it began: with this it can be read again. */
export interface PlacedPage extends Page {
	place: Place;
}

/** The pages of one read of a list, from a place on, in ascending order (§4.1). @throws Yield, ClubError */
export async function* readPages(list: PolledList, place: Place, { meter, settings }: PollRun): AsyncGenerator<PlacedPage> {
	const { call, params } = list.reads[place.read];
	const start = list.idName ? { fromId: place.fromId ?? ID.min } : {};
	const base: IDataObject = { ...list.query?.(settings), ...place.span, ...start };
	let at: Place = place;
	const pages = pagesOf({
		async fetch({ count, cursor, ...step }: PageQuery) {
			at = { ...place, ...(cursor && { cursor }), ...(step.fromId && { fromId: step.fromId }) };
			return await meter.send(call, { params, query: { ...base, ...step, count, ...(cursor && { cursor }) } });
		},
		direction: 'forward',
		orderedBy: list.idName,
		range: base,
		maxCount: maxCountOf(call),
		cursor: list.idName ? undefined : place.cursor,
	});
	for await (const page of pages) yield { ...page, place: at };
}

/** The newest records of a list that is ordered by ids: one call (§4.1: toId alone selects descending order). @throws Yield, ClubError */
export async function readNewest(list: PolledList, count: number, { meter, settings }: PollRun): Promise<IDataObject[]> {
	const [{ call, params }] = list.reads;
	const pages = pagesOf({
		fetch: async (page) => await meter.send(call, { params, query: { ...list.query?.(settings), toId: ID.max, ...(page as unknown as IDataObject) } }),
		direction: 'backward',
		orderedBy: list.idName,
		range: { toId: ID.max },
		maxCount: maxCountOf(call),
		limit: Math.min(count, maxCountOf(call) ?? count),
	});
	const rows: IDataObject[] = [];
	for await (const page of pages) rows.push(...page.rows);
	return rows;
}

/** The events of a list that one of these causes makes. */
export const causedBy = (events: readonly PolledEvent[], cause: PolledEvent['cause']): PolledEvent[] => events.filter((event) => event.cause === cause);
