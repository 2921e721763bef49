import type { IDataObject } from 'n8n-workflow';
import { pagesOfList, type Page } from '../../shared/lists/pages';
import { ClubError } from '../../shared/transport/errors';
import { newestFirst } from '../../shared/api/endpoints';
import type { Onward, PageQuery } from '../../shared/lists/step';
import { ID } from '../../shared/api/limits';
import { HOUR_MS, instantOf, isoOf, LARGEST_OFFSET_MS, MINUTE_MS } from '../../shared/api/time';
import type { PolledList, TimeWindow } from '../causes/lists';
import type { PollRun } from './pollRun';
import type { AskedPage } from './sharedPages';
import type { Progress } from './state';

/**
 * Where a read begins or goes on. Pages that were asked for before `askedAt` do not count. With `newest`, it reads only so many of the
 * newest records of a list that is ordered by ids, with one call.
 */
type ReadPosition = Pick<Progress, 'read' | 'fromId' | 'step' | 'span' | 'askedAt'> & { newest?: number };

/** A page, the step that led to it, with which it can be read again, and when it was asked for, in ms since the epoch. */
export interface PlacedPage extends Page {
	step: Onward;
	askedAt: number;
}

/** The share of a page's rows that is asked for after the whole page took too long. */
const SMALLER = 1 / 5;

/**
 * Reads the pages of one read of a list, from a position on. A page that takes too long is asked for again with a fifth of its rows, and
 * so are those after it. The next poll asks for large pages again.
 * @throws PollPaused, ClubError
 */
export async function* readPages(
	list: PolledList,
	position: ReadPosition,
	{ settings, meter, notes }: PollRun,
): AsyncGenerator<PlacedPage> {
	const { call, params } = list.reads[position.read];
	const { step: start, span, newest, fromId = ID.min } = position;
	const base: IDataObject = {
		...list.query?.(settings),
		...(span && widened(span)),
		...(newest !== undefined ? newestFirst(call) : list.idName && { fromId }),
	};
	let { askedAt = 0 } = position;
	let largest = Infinity;
	const fetch = async (page: PageQuery & IDataObject): Promise<IDataObject> => {
		const count = page.count && Math.min(page.count, largest);
		const query = { ...page, ...(count && { count }) };
		const asked = meter.page(call, { params, query, skipCache: true }, askedAt);
		const taken = (answer: AskedPage): IDataObject => {
			askedAt = answer.askedAt;
			return answer.body;
		};
		return await asked.then(taken).catch(async (error: unknown) => {
			const rows = Math.floor((count ?? 0) * SMALLER);
			if (!(error instanceof ClubError) || !error.late || largest < Infinity || rows === 0) throw error;
			largest = rows;
			notes.push(`${call} gave no page of ${count} rows in time. This poll asks for ${rows} rows at once, and so reads less.`);
			return await fetch(page);
		});
	};
	let step: Onward = start ?? {};
	for await (const page of pagesOfList(call, base, fetch, { start, limit: newest })) {
		yield { ...page, step, askedAt };
		step = page.next ?? {};
	}
}

/**
 * The times of a request are multiples of this, in ms, so that the polls of a club ask for the same: an hour for the begin, which is
 * the last poll, and how long a page is shared for the end.
 */
const STEP_MS = { from: HOUR_MS, to: 5 * MINUTE_MS };

/** The times to request for a window: wide enough for any zone that the club compares them in. Rows outside of the window are skipped. */
const widened = ({ from, to }: TimeWindow): TimeWindow => ({
	from: isoOf(Math.floor((instantOf(from) - LARGEST_OFFSET_MS) / STEP_MS.from) * STEP_MS.from),
	...(to && { to: isoOf(Math.floor((instantOf(to) + LARGEST_OFFSET_MS) / STEP_MS.to + 1) * STEP_MS.to) }),
});
