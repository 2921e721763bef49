import type { IDataObject } from 'n8n-workflow';
import { ClubError } from '../transport/errors';
import { isObject } from '../transport/json';
import type { Direction } from '../api/endpoints';
import type { Onward, PageQuery, Range, RawPage, PageStep } from './step';
import { comesAgain, isStep, stepAfter } from './step';
import { remembered } from '../transport/process';

export interface PagingPlan {
	/** Reads one page; the body as it came. */
	fetch(query: PageQuery): Promise<unknown>;
	/** The way through the list, or how to tell it from the first page where the spec is silent; a page may not tell either. */
	direction: Direction | ((firstPage: IDataObject[]) => Direction | undefined);
	/** Whether what the first page tells of the way is a guess, so that the other way is read too unless the list proves it. */
	guess?: boolean;
	/** Property that the list is ordered by; where it is an id, the list goes on beyond the last one when no cursor came. */
	orderedBy?: string;
	/** Range that the user selects, which no page may leave. */
	range?: Range;
	/** Largest `count` of this list (§8); absent where it takes none. */
	maxCount?: number;
	/** `count` wanted by the user; the fewest calls when absent. */
	pageSize?: number;
	/** How many rows are wanted; all when absent. */
	limit?: number;
	/** Where to start: a cursor of an earlier run, or what a page of an earlier read gave as `next`. */
	start?: Onward;
	/** Whether that is a cursor of which nobody knows the way, so that its page must tell. */
	isUnknownStart?: boolean;
}

export interface Page {
	/** The envelope as the API sent it (§2.9), or the bare array as `Results`. @reading participants @reading recentParticipants @reading challenges @reading results */
	envelope: IDataObject;
	/** The rows of the page, at most as many as are still wanted. */
	rows: IDataObject[];
	/** Whether the list goes on after these rows. */
	more: boolean;
	/** Where the list goes on after this page, if it does, for a plan that starts there. */
	next?: Onward;
	/** The cursor that goes on exactly after these rows, where there is one. */
	cursor?: string;
}

/** A value that the club gives where a record should be, as a record. */
export const asRow = (value: unknown): IDataObject => (isObject(value) ? value : { value }) as IDataObject;

/** The rows of a list that may come as an array or as an envelope. */
export const rowsOf = (body: unknown): IDataObject[] => {
	const results = Array.isArray(body) ? body : (body as { Results?: unknown } | undefined)?.Results;
	return Array.isArray(results) ? (results as IDataObject[]) : [];
};

function envelopeOf(body: unknown): IDataObject {
	if (Array.isArray(body)) return { Results: body as IDataObject[], Continue: false };
	return asRow(body ?? { Results: [] });
}

/** A page without rows leads no further: the cursor that led to it stays, since it leads to what comes later. */
function keepCursor(envelope: IDataObject, cursor: string | undefined): IDataObject {
	if (!cursor || (Array.isArray(envelope.Results) && envelope.Results.length > 0)) return envelope;
	return { ...envelope, NextCursor: envelope.NextCursor || cursor, PrevCursor: envelope.PrevCursor || cursor };
}

/** The way that the only cursor of a page leads, where it gives one: the other way there is none (§2.9). @reading cursors */
function onlyWayOf({ NextCursor, PrevCursor }: IDataObject): Direction | undefined {
	if (Boolean(NextCursor) === Boolean(PrevCursor)) return undefined;
	return NextCursor ? 'forward' : 'backward';
}

const OPPOSITE = { forward: 'backward', backward: 'forward' } as const;

/** From so many new rows on, a page proves that the way to it was right: fewer may have been added between two calls. */
const PROOF_ROWS = 50;

/**
 * Whether the page that a cursor of the user led to reads against the way that the cursor leads: a club may turn the rows
 * before a PrevCursor, so that they ascend as the list does (§2.9). Then a page of one row, which lies next to the cursor,
 * has the last of them. That costs a call, which is made only where the page and its cursors do not tell.
 * @reading backwardRows
 */
async function isTurned(
	{ fetch, maxCount, isUnknownStart: isForeignStart, start }: PagingPlan,
	{ envelope, rows }: RawPage,
): Promise<boolean> {
	const isClear = rows.length < 2 || envelope.Continue === false || !envelope.PrevCursor;
	if (!isForeignStart || isClear || maxCount === undefined) return false;
	const { Results } = envelopeOf(await fetch({ count: 1, ...start }));
	const [nearest, first, last] = [(Results as IDataObject[])?.[0], rows[0], rows[rows.length - 1]].map((row) => JSON.stringify(row));
	return nearest === last && nearest !== first;
}

/** The error with how far the list came, so that the user can go on from there. */
const interruptedAt = (error: unknown, rows: number, step: PageStep): unknown =>
	error instanceof ClubError ? error.with({ resume: { rows, ...step } }) : error;

/** Why a list that leads to a page twice is not read on. */
const endless = ({ cursor, from, to }: PageStep): ClubError =>
	cursor
		? new ClubError('The club gave the same cursor twice, so the list would never end', {
				description: 'Nothing is missing up to here. Try again later.',
			})
		: new ClubError('The club gave no cursor, and the same page twice, so the list would never end', {
				description:
					(from ?? to)
						? 'More rows share one moment than fit on a page. Choose more Records per Call, or read the rest with another filter.'
						: 'Nothing is missing up to here. Try again later.',
			});

/**
 * The pages of a list, one after the other, in the fewest calls that `maxCount` allows (§4.1).
 * Stops at `limit` rows, at `Continue` false or at an empty page.
 * @throws ClubError with `resume` when a page cannot be read or a cursor repeats
 * @reading fullLastPage
 */
export async function* pagesOf(plan: PagingPlan): AsyncGenerator<Page> {
	const largest = plan.maxCount && Math.min(plan.pageSize ?? plan.maxCount, plan.maxCount);
	const seen = new Set<string>();
	const { way, ...start } = plan.start ?? {};
	let direction = way?.direction ?? plan.direction;
	let step: PageStep = start;
	// The other way out of the first page, until a further one tells that the way taken is right.
	let otherwise: PageStep | 'lost' | undefined = way?.otherwise;
	let firstRows: readonly IDataObject[] = [];
	// The rows of the page before which a step without a cursor may give again.
	let before = new Set<string>();
	for (let read = 0, wanted = plan.limit ?? Infinity; wanted > 0; ) {
		const key = JSON.stringify(step);
		if (seen.has(key)) throw interruptedAt(endless(step), read, step);
		seen.add(key);
		const count = largest && { count: Math.min(largest, wanted + before.size) };
		const interrupt = (error: unknown): never => {
			throw interruptedAt(error, read, step);
		};
		const body = await plan.fetch({ ...count, ...step }).catch(interrupt);
		const envelope = keepCursor(envelopeOf(body), step.cursor);
		const results = Array.isArray(envelope.Results) ? envelope.Results : [];
		const page = { envelope, rows: results.map(asRow) };
		const fresh = page.rows.filter((row) => before.size === 0 || !before.has(JSON.stringify(row)));
		const rows = fresh.slice(0, wanted);
		if (typeof direction === 'function') {
			const guessed = direction(page.rows);
			const only = plan.guess || !guessed ? onlyWayOf(envelope) : undefined;
			const told = only ?? guessed;
			const isOpen = told !== 'backward' && wanted > page.rows.length;
			const turned = isOpen && (await isTurned(plan, page).catch(interrupt));
			direction = turned ? 'backward' : (told ?? 'forward');
			firstRows = page.rows;
			if (!turned && !only && (!told || plan.guess)) otherwise = stepAfter(page, OPPOSITE[direction], plan);
		} else if (fresh.length >= (plan.guess ? PROOF_ROWS : 1)) {
			otherwise = undefined;
		}
		let next = stepAfter(page, direction, plan, step);
		let left = page.rows as readonly IDataObject[];
		if (!isStep(next) && isStep(otherwise)) [next, otherwise, direction, left] = [otherwise, undefined, OPPOSITE[direction], firstRows];
		const isCut = rows.length < fresh.length;
		const { cursor } = isStep(next) ? next : {};
		yield {
			envelope,
			rows,
			more: isCut || next !== undefined,
			...(!isCut && cursor && { cursor }),
			...(!isCut && isStep(next) && { next: { ...next, way: { direction, ...(isStep(otherwise) && { otherwise }) } } }),
		};
		read += rows.length;
		wanted -= rows.length;
		if (wanted <= 0) return;
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
		before = new Set(left.filter((row) => comesAgain(step, plan.orderedBy && row[plan.orderedBy])).map((row) => JSON.stringify(row)));
	}
}

/** How long a page is good for, in milliseconds: whoever types into a drop-down, or searches again, spends no calls. */
const FRESH_MS = 60_000;

interface Kept {
	until: number;
	page: Promise<IDataObject>;
}

const pages = remembered<Kept>('pages');

/** How often each key has written: what was read before is not asked for any more. */
const writes = remembered<number>('writers');

const nameOf = (key: string, what: unknown): string => JSON.stringify([key, writes.get(key) ?? 0, what]);

/**
 * A page from memory where it is at most a minute old, else as it is read now. Who asks for one that is being read waits for
 * that. Nobody may change what he gets.
 * @param key names base URL and club key, one-way
 * @param what is asked for: call, path values and query
 */
export async function keptPage(key: string, what: unknown, read: () => Promise<IDataObject>, now = Date.now()): Promise<IDataObject> {
	const name = nameOf(key, what);
	const known = pages.get(name);
	if (known && known.until > now) return await known.page;
	const page = read();
	pages.set(name, { until: now + FRESH_MS, page });
	page.catch(() => pages.delete(name));
	return await page;
}

/** Forgets the pages of a key, since something was written with it. */
export function forgetPages(key: string): void {
	writes.set(key, (writes.get(key) ?? 0) + 1);
}
