import type { IDataObject } from 'n8n-workflow';
import type { Direction } from '../api/endpoints';
import { ClubError } from '../transport/errors';
import { isObject } from '../transport/json';
import { remembered } from '../transport/process';
import type { Onward, PageQuery, Range, RawPage, PageStep } from './step';
import { comesAgain, isStep, stepAfter } from './step';

/** How to read a list page by page. */
export interface PagingPlan {
	/** Reads one page, and gives its body as the club sent it. */
	fetch(query: PageQuery): Promise<unknown>;
	/** The direction of the list, or a function that finds it in the first page if the spec does not say; it may find none. */
	direction: Direction | ((firstPage: IDataObject[]) => Direction | undefined);
	/** Whether that function only guesses: then the other direction is read too, unless the list proves the guess. */
	guess?: boolean;
	/** The property that orders the list; if it is an ID, the list goes on after the last one when a page has no cursor. */
	orderedBy?: string;
	/** The range that the user selects; no page may leave it. */
	range?: Range;
	/** The largest `count` of this list (§8); undefined if it takes none. */
	maxCount?: number;
	/** The `count` that the user requests; by default the largest, which needs the fewest calls. */
	pageSize?: number;
	/** How many rows to read; all by default. */
	limit?: number;
	/** Where to start: a cursor of an earlier run, or `next` of a page of an earlier read. */
	start?: Onward;
	/** Whether that is a cursor of unknown direction, so that its page has to show the direction. */
	isUnknownStart?: boolean;
}

export interface Page {
	/**
	 * The envelope as the API sent it (§2.9), or the bare array as `Results`.
	 */
	envelope: IDataObject;
	/** The rows of the page, at most as many as remain to be read. */
	rows: IDataObject[];
	/** Whether the list goes on after these rows. */
	more: boolean;
	/** Where the list goes on after this page, as `start` of a later plan. n8n stores it for a poll. */
	next?: Onward;
	/** The cursor to the row after these rows, if there is one. */
	cursor?: string;
}

/** A row as a record, even if the club sends another value. */
export const asRow = (value: unknown): IDataObject => (isObject(value) ? value : { value }) as IDataObject;

/** The rows of a list, which comes as an array or in an envelope. */
export const rowsOf = (body: unknown): IDataObject[] => {
	const results = Array.isArray(body) ? body : (body as { Results?: unknown } | undefined)?.Results;
	return Array.isArray(results) ? (results as IDataObject[]) : [];
};

function envelopeOf(body: unknown): IDataObject {
	if (Array.isArray(body)) return { Results: body as IDataObject[], Continue: false };
	return asRow(body ?? { Results: [] });
}

/** On a page without rows, the cursor that led to it replaces a missing one: it leads to the rows that the club adds later. */
function keepCursor(envelope: IDataObject, cursor: string | undefined): IDataObject {
	if (!cursor || (Array.isArray(envelope.Results) && envelope.Results.length > 0)) return envelope;
	return { ...envelope, NextCursor: envelope.NextCursor || cursor, PrevCursor: envelope.PrevCursor || cursor };
}

/** The direction of the only cursor of a page, if it has only one: there are no rows in the other direction (§2.9). */
function onlyDirectionOf({ NextCursor, PrevCursor }: IDataObject): Direction | undefined {
	if (Boolean(NextCursor) === Boolean(PrevCursor)) return undefined;
	return NextCursor ? 'forward' : 'backward';
}

const OPPOSITE = { forward: 'backward', backward: 'forward' } as const;

/** How many new rows on a page prove its direction: the club may have added fewer between two calls. */
const PROOF_ROWS = 50;

/**
 * Whether a cursor of the user leads backward although the rows of its page ascend: a club may reverse the rows before a
 * PrevCursor to the order of the list (§2.9). Then a page of one row, the one next to the cursor, has the last of these rows.
 * This costs a call, which is made only if the page and its cursors do not show the direction.
 */
async function isReversed({ fetch, maxCount, isUnknownStart, start }: PagingPlan, { envelope, rows }: RawPage): Promise<boolean> {
	const isClear = rows.length < 2 || envelope.Continue === false || !envelope.PrevCursor;
	if (!isUnknownStart || isClear || maxCount === undefined) return false;
	const { Results } = envelopeOf(await fetch({ count: 1, ...start }));
	const [nearest, first, last] = [(Results as IDataObject[])?.[0], rows[0], rows[rows.length - 1]].map((row) => JSON.stringify(row));
	return nearest === last && nearest !== first;
}

/** The error with the position in the list, so that the user can continue there. */
const interruptedAt = (error: unknown, rows: number, step: PageStep): unknown =>
	error instanceof ClubError ? error.with({ resume: { rows, ...step } }) : error;

/** The error for a list that leads to the same page twice. */
const endless = ({ cursor, from, to }: PageStep): ClubError =>
	cursor
		? new ClubError('The club gave the same cursor twice, so the list would never end', {
				description: 'Nothing is missing up to here. Try again later.',
			})
		: new ClubError('The club gave no cursor, and the same page twice, so the list would never end', {
				description:
					(from ?? to)
						? 'More rows have the same time than fit on one page. Increase "Records per Call", or read the rest with another filter.'
						: 'Nothing is missing up to here. Try again later.',
			});

/**
 * The pages of a list, one after the other, in the fewest calls that `maxCount` allows (§4.1).
 * Stops at `limit` rows, at `Continue` false or at an empty page.
 * @throws ClubError with `resume` if a page cannot be read, comes twice, or does not lead to the next one
 */
export async function* pagesOf(plan: PagingPlan): AsyncGenerator<Page> {
	const pageSize = plan.maxCount && Math.min(plan.pageSize ?? plan.maxCount, plan.maxCount);
	const visited = new Set<string>();
	const { way, ...start } = plan.start ?? {};
	let direction = way?.direction ?? plan.direction;
	let step: PageStep = start;
	// The step in the other direction from the first page, until a later page proves the direction.
	let alternative: PageStep | 'lost' | undefined = way?.otherwise;
	let firstRows: readonly IDataObject[] = [];
	// The rows of the previous page that can come again after a step without a cursor.
	let repeated = new Set<string>();
	for (let read = 0, remaining = plan.limit ?? Infinity; remaining > 0; ) {
		const key = JSON.stringify(step);
		if (visited.has(key)) throw interruptedAt(endless(step), read, step);
		visited.add(key);
		const count = pageSize && { count: Math.min(pageSize, remaining + repeated.size) };
		const interrupt = (error: unknown): never => {
			throw interruptedAt(error, read, step);
		};
		const body = await plan.fetch({ ...count, ...step }).catch(interrupt);
		const envelope = keepCursor(envelopeOf(body), step.cursor);
		const results = Array.isArray(envelope.Results) ? envelope.Results : [];
		const page = { envelope, rows: results.map(asRow) };
		const fresh = page.rows.filter((row) => repeated.size === 0 || !repeated.has(JSON.stringify(row)));
		const rows = fresh.slice(0, remaining);
		if (typeof direction === 'function') {
			const byRows = direction(page.rows);
			const byCursor = plan.guess || !byRows ? onlyDirectionOf(envelope) : undefined;
			const found = byCursor ?? byRows;
			const mayBeReversed = found !== 'backward' && remaining > page.rows.length;
			const reversed = mayBeReversed && (await isReversed(plan, page).catch(interrupt));
			direction = reversed ? 'backward' : (found ?? 'forward');
			firstRows = page.rows;
			if (!reversed && !byCursor && (!found || plan.guess)) alternative = stepAfter(page, OPPOSITE[direction], plan);
		} else if (fresh.length >= (plan.guess ? PROOF_ROWS : 1)) {
			alternative = undefined;
		}
		let next = stepAfter(page, direction, plan, step);
		let previousRows = page.rows as readonly IDataObject[];
		if (!isStep(next) && isStep(alternative))
			[next, alternative, direction, previousRows] = [alternative, undefined, OPPOSITE[direction], firstRows];
		const isCut = rows.length < fresh.length;
		const { cursor } = isStep(next) ? next : {};
		yield {
			envelope,
			rows,
			more: isCut || next !== undefined,
			...(!isCut && cursor && { cursor }),
			...(!isCut && isStep(next) && { next: { ...next, way: { direction, ...(isStep(alternative) && { otherwise: alternative }) } } }),
		};
		read += rows.length;
		remaining -= rows.length;
		if (remaining <= 0) return;
		if (!next) return;
		if (next === 'lost') {
			throw interruptedAt(
				new ClubError('The list goes on, but the club gave no cursor for the next page', {
					description: 'Read the rest with another filter, or try again later.',
				}),
				read,
				{},
			);
		}
		step = next;
		repeated = new Set(
			previousRows.filter((row) => comesAgain(step, plan.orderedBy && row[plan.orderedBy])).map((row) => JSON.stringify(row)),
		);
	}
}

// Pages in memory, for drop-downs and searches.

/** How long a page is kept, in ms: a user who types into a drop-down, or searches again, spends no calls. */
const FRESH_MS = 60_000;

interface Kept {
	until: number;
	page: Promise<IDataObject>;
}

const pages = remembered<Kept>('pages');

/** How often each key has written: a page from before a write is not used again. */
const writes = remembered<number>('writers');

const nameOf = (key: string, request: unknown): string => JSON.stringify([key, writes.get(key) ?? 0, request]);

/**
 * A page from memory if it is at most a minute old, otherwise a new read. A page that is being read is shared. All callers get
 * the same object and must not change it.
 * @param key a one-way hash of base URL and club key
 * @param request the call with its path parameters and query
 */
export async function keptPage(key: string, request: unknown, read: () => Promise<IDataObject>, now = Date.now()): Promise<IDataObject> {
	const name = nameOf(key, request);
	const kept = pages.get(name);
	if (kept && kept.until > now) return await kept.page;
	const page = read();
	pages.set(name, { until: now + FRESH_MS, page });
	page.catch(() => pages.delete(name));
	return await page;
}

/** Forgets the pages of a key, after a write with it. */
export function forgetPages(key: string): void {
	writes.set(key, (writes.get(key) ?? 0) + 1);
}
