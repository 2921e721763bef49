import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { ClubError } from '../transport/errors';
import type { Direction } from '../api/endpoints';
import { ID } from '../api/limits';

/** What differs between one page and the next: everything else of the request stays as it was (§4.1 rule 2). */
export interface PageQuery {
	count?: number;
	cursor?: string;
	fromId?: number;
	toId?: number;
	from?: string;
	to?: string;
}

/** The part of a query that changes from page to page: a cursor, or a bound where there is none. */
export type Step = Omit<PageQuery, 'count'>;

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
	range?: Pick<PageQuery, 'fromId' | 'toId' | 'from' | 'to'>;
	/** Largest `count` of this list (§8); absent where it takes none. */
	maxCount?: number;
	/** `count` wanted by the user; the fewest calls when absent. */
	pageSize?: number;
	/** How many rows are wanted; all when absent. */
	limit?: number;
	/** Where to start: a cursor of an earlier run, or what a page of an earlier read gave as `next`. */
	start?: Step;
}

export interface Page {
	/** The envelope as the API sent it (§2.9), or the bare array as `Results`. */
	envelope: IDataObject;
	/** The rows of the page, at most as many as are still wanted. */
	rows: IDataObject[];
	/** Whether the list goes on after these rows. */
	more: boolean;
	/** Where the list goes on after this page, if it does, for a plan that starts there. */
	next?: Step;
	/** The cursor that goes on exactly after these rows, where there is one. */
	cursor?: string;
}

/** A page as it came, before it is known what follows. */
type RawPage = Pick<Page, 'envelope' | 'rows'>;

const asRow = (value: unknown): IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as IDataObject) : { value: value as IDataObject };

function envelopeOf(body: unknown): IDataObject {
	if (Array.isArray(body)) return { Results: body as IDataObject[], Continue: false };
	return asRow(body ?? { Results: [] });
}

/** A page without rows leads no further: the cursor that led to it stays, since it leads to what comes later. */
function keepCursor(envelope: IDataObject, cursor: string | undefined): IDataObject {
	if (!cursor || (Array.isArray(envelope.Results) && envelope.Results.length > 0)) return envelope;
	return { ...envelope, NextCursor: envelope.NextCursor || cursor, PrevCursor: envelope.PrevCursor || cursor };
}

/** The bound beyond the ids of a page (§4.1: bounds are inclusive). */
function beyond(rows: readonly IDataObject[], direction: Direction, orderedBy: string): Step | undefined {
	const ids = rows.map((row) => row[orderedBy]).filter((value) => typeof value === 'number');
	if (ids.length === 0) return undefined;
	return direction === 'forward' ? { fromId: Math.max(...ids) + 1 } : { toId: Math.min(...ids) - 1 };
}

/** A second later, since `to` excludes its moment (§4.4), which may have been given in whole seconds: rows may share it. */
function justAfter(time: string): string {
	const moment = DateTime.fromISO(time, { zone: 'utc', setZone: true });
	const includeOffset = /(z|[+-]\d\d:?\d\d)$/i.test(time);
	return moment.plus({ seconds: 1 }).toISO({ includeOffset, suppressMilliseconds: true }) ?? time;
}

/** A moment, but none after the bound of the user. */
const earlier = (time: string, bound: string | undefined): string => (Date.parse(bound ?? '') < Date.parse(time) ? bound! : time);

/** The legacy range value that replaces the bound of a request where no cursor came (§4.1 rule 4). */
function legacyStep(envelope: IDataObject, direction: Direction, range: PagingPlan['range'] = {}): Step | undefined {
	const [id, time] = direction === 'forward' ? [envelope.NextId, envelope.NextDateTime] : [envelope.PrevId, envelope.PrevDateTime];
	if (typeof id === 'number' && id > 0) return direction === 'forward' ? { fromId: id } : { toId: id };
	if (typeof time === 'string' && time) return direction === 'forward' ? { from: time } : { to: earlier(justAfter(time), range.to) };
	return undefined;
}

/** Whether a step without a cursor leaves what the user selects, or all ids there are: then the list is at its end. */
const isOutside = ({ fromId, toId, from, to }: Step, range: PagingPlan['range'] = {}): boolean =>
	(fromId ?? ID.min) > (range.toId ?? ID.max) ||
	(toId ?? ID.max) < (range.fromId ?? ID.min) ||
	Date.parse(from ?? '') > Date.parse(range.to ?? '') ||
	Date.parse(to ?? '') < Date.parse(range.from ?? '');

/** The request for the page after this one, nothing at the end of the list (§4.1 rule 5), or `lost` where no way leads on. */
function stepAfter({ envelope, rows }: RawPage, direction: Direction, { range, orderedBy }: PagingPlan): Step | 'lost' | undefined {
	if (rows.length === 0 || envelope.Continue === false) return undefined;
	const cursor = direction === 'forward' ? envelope.NextCursor : envelope.PrevCursor;
	if (typeof cursor === 'string' && cursor) return { cursor };
	if (envelope.Continue !== true) return undefined;
	// A smallest id makes a list ascend, so that it is read backward with a cursor only.
	if (direction === 'backward' && range?.fromId !== undefined) return 'lost';
	const step = legacyStep(envelope, direction, range) ?? (orderedBy && beyond(rows, direction, orderedBy));
	if (!step) return 'lost';
	return isOutside(step, range) ? undefined : step;
}

const OPPOSITE = { forward: 'backward', backward: 'forward' } as const;

/** From so many rows on, a page proves that the way to it was right: fewer may have been added between two calls. */
const PROOF_ROWS = 50;

const isStep = (step: Step | 'lost' | undefined): step is Step => typeof step === 'object';

/** Marks an error with how far the list came, so that the user can go on from there. */
function interruptedAt(error: unknown, rows: number, step: Step): unknown {
	if (error instanceof ClubError) error.resume = { rows, ...step };
	return error;
}

/** Why a list that leads to a page twice is not read on. */
const endless = ({ cursor, from, to }: Step): ClubError =>
	cursor
		? new ClubError('The club gave the same cursor twice, so the list would never end', {
				description: 'Nothing is missing up to here. Try again later.',
			})
		: new ClubError('The club gave no cursor, and the same page twice, so the list would never end', {
				description:
					(from ?? to)
						? 'More rows share one moment than fit on a page. Choose a larger Page Size, or read the rest with another filter.'
						: 'Nothing is missing up to here. Try again later.',
			});

/** Whether a row can come again on the page that a step leads to: bounds are inclusive (§4.1). */
const comesAgain = ({ cursor, fromId = 0, toId = Infinity }: Step, place: unknown): boolean =>
	cursor === undefined && (typeof place !== 'number' || (place >= fromId && place <= toId));

/**
 * The pages of a list, one after the other, in the fewest calls that `maxCount` allows (§4.1).
 * Stops at `limit` rows, at `Continue` false or at an empty page.
 * @throws ClubError with `resume` when a page cannot be read or a cursor repeats
 */
export async function* pagesOf(plan: PagingPlan): AsyncGenerator<Page> {
	const largest = plan.maxCount === undefined ? undefined : Math.min(plan.pageSize ?? plan.maxCount, plan.maxCount);
	const seen = new Set<string>();
	let { direction } = plan;
	let step: Step = plan.start ?? {};
	// The other way out of the first page, until a further one tells that the way taken is right.
	let otherwise: Step | 'lost' | undefined;
	let firstRows: readonly IDataObject[] = [];
	// The rows of the page before which a step without a cursor may give again.
	let before = new Set<string>();
	for (let read = 0, wanted = plan.limit ?? Infinity; wanted > 0; ) {
		const key = JSON.stringify(step);
		if (seen.has(key)) throw interruptedAt(endless(step), read, step);
		seen.add(key);
		const count = largest && { count: Math.min(largest, wanted + before.size) };
		const body = await plan.fetch({ ...count, ...step }).catch((error: unknown) => {
			throw interruptedAt(error, read, step);
		});
		const envelope = keepCursor(envelopeOf(body), step.cursor);
		const results = Array.isArray(envelope.Results) ? envelope.Results : [];
		const page = { envelope, rows: results.map(asRow) };
		const fresh = page.rows.filter((row) => before.size === 0 || !before.has(JSON.stringify(row)));
		const rows = fresh.slice(0, wanted);
		if (typeof direction === 'function') {
			const told = direction(page.rows);
			direction = told ?? 'forward';
			firstRows = page.rows;
			if (!told || plan.guess) otherwise = stepAfter(page, OPPOSITE[direction], plan);
		} else if (page.rows.length >= (plan.guess ? PROOF_ROWS : 1)) {
			otherwise = undefined;
		}
		let next = stepAfter(page, direction, plan);
		let left = page.rows as readonly IDataObject[];
		if (!isStep(next) && isStep(otherwise)) [next, otherwise, direction, left] = [otherwise, undefined, OPPOSITE[direction], firstRows];
		const isCut = rows.length < fresh.length;
		const { cursor } = isStep(next) ? next : {};
		yield {
			envelope,
			rows,
			more: isCut || next !== undefined,
			...(!isCut && cursor && { cursor }),
			...(!isCut && isStep(next) && { next }),
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
		before = new Set(left.filter((row) => comesAgain(step, row[plan.orderedBy ?? ''])).map((row) => JSON.stringify(row)));
	}
}
