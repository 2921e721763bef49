import type { IDataObject } from 'n8n-workflow';
import { ascending, directionOf, maxCountOf, orderedByOf, type Direction, type FreeCall } from '../api/endpoints';
import { ClubError, SEE_CHECK } from '../transport/errors';
import { isObject } from '../api/json';
import { ENVELOPE } from '../api/properties';
import type { Request } from '../transport/callValues';
import { comesAgain, isStep, orderOf, stepAfter, type Onward, type PageQuery, type Range, type PageStep } from './step';

export interface PagingPlan {
	fetch(query: PageQuery): Promise<unknown>;
	/** The direction of the list; undefined if the spec does not show it. */
	direction?: Direction;
	/** The properties that order the list; if the first is an ID, the list goes on after the last one when a page has no cursor. */
	orderedBy?: readonly string[];
	range?: Range;
	maxCount?: number;
	/** The `count` that the user requests; by default the largest, which needs the fewest calls. */
	pageSize?: number;
	limit?: number;
	/** Where to start: a cursor of an earlier run, or `next` of a page of an earlier read. */
	start?: Onward;
}

export const pagingOf = (call: FreeCall, query: PageQuery & IDataObject = {}): Omit<PagingPlan, 'fetch'> => ({
	direction: directionOf(call, query),
	orderedBy: orderedByOf(call),
	range: query,
	maxCount: maxCountOf(call, query),
});

export interface Page {
	rows: IDataObject[];
	more: boolean;
	/** Where the list goes on after this page, as `start` of a later plan. n8n stores it for a poll. */
	next?: Onward;
}

export const asRow = (value: unknown): IDataObject => (isObject(value) ? value : { value }) as IDataObject;

/** Whether an answer is a page of a list in its envelope (§4.1). */
export const isPage = (body: unknown): body is IDataObject => isObject(body) && ['Results', ...ENVELOPE].some((name) => name in body);

/** The rows of a list, which comes as an array or in an envelope. */
export const rowsOf = (body: unknown): IDataObject[] => {
	const results = Array.isArray(body) ? body : (body as { Results?: unknown } | undefined)?.Results;
	return Array.isArray(results) ? (results as IDataObject[]) : [];
};

function envelopeOf(body: unknown): IDataObject {
	if (Array.isArray(body)) return { Results: body as IDataObject[], Continue: false };
	return asRow(body ?? { Results: [] });
}

/** The direction of a list that the spec does not show: that of the only cursor of its first page, or else forward. */
const directionShown = ({ NextCursor, PrevCursor }: IDataObject): Direction => (PrevCursor && !NextCursor ? 'backward' : 'forward');

const OPPOSITE = { forward: 'backward', backward: 'forward' } as const;

const interruptedAt = (error: unknown, rows: number, step: PageStep): unknown =>
	error instanceof ClubError ? error.with({ resume: { rows, ...step } }) : error;

const endless = ({ cursor, from, to }: PageStep): ClubError =>
	new ClubError(`The club gave ${cursor ? '' : 'no cursor, and '}the same page twice, so the list would never end`, {
		description:
			(from ?? to)
				? 'More rows have the same time than fit on one page. Increase "Records per Call", or read the rest with another filter.'
				: 'Nothing is missing up to here. Try again later.',
	});

const ORDERS = { forward: 'ascend', backward: 'descend' } as const;

const against = (direction: Direction, orderedBy: string): ClubError =>
	new ClubError(
		`The rows of this list ${ORDERS[OPPOSITE[direction]]} by ${orderedBy}, but for this request they have to ${ORDERS[direction]}`,
		{
			description: `The node would miss rows, or take old ones for new ones, so it used none of this page. A cursor must come from a run with the same filters. ${SEE_CHECK}`,
			failure: { cause: 'configuration-invalid' },
		},
	);

const startsAtEnd = (): ClubError =>
	new ClubError('The club gives this list from its end, so most of its rows are missing', {
		description: `The API does not document the direction of this list, so the node follows NextCursor. It led to no rows, but there are rows on the other side of the first page. Read at most one page, or a shorter interval. ${SEE_CHECK}`,
		failure: { cause: 'configuration-invalid' },
	});

const lost = (): ClubError =>
	new ClubError('The list goes on, but the club gave no cursor for the next page', {
		description: 'Read the rest with another filter, or try again later.',
	});

/** Whether a cursor led to the page before it again. Most pages differ in their first row, and a page can have megabytes. */
const isSame = (rows: readonly IDataObject[], previousRows: readonly IDataObject[]): boolean =>
	rows.length > 0 &&
	rows.length === previousRows.length &&
	rows.every((row, index) => JSON.stringify(row) === JSON.stringify(previousRows[index]));

/**
 * The pages of a list, one after the other, in the fewest calls that `maxCount` allows (§4.1).
 * Stops at `limit` rows, at `Continue` false or at an empty page.
 * @throws ClubError with `resume` if a page cannot be read, comes twice, runs against the direction, or does not lead to the next one
 */
export async function* pagesOf(plan: PagingPlan): AsyncGenerator<Page> {
	const { orderedBy = [], maxCount } = plan;
	const pageSize = maxCount && Math.min(plan.pageSize ?? maxCount, maxCount);
	const start = { ...plan.start, direction: plan.direction ?? plan.start?.direction };
	let { direction, otherSide, isOtherSide = false, ...step }: Onward = start;
	const visited = new Set<string>();
	let previousRows: readonly IDataObject[] = [];
	for (let read = 0, remaining = plan.limit ?? Infinity; remaining > 0; ) {
		const interrupt = (error: unknown): never => {
			// The list cannot go on where the club has refused to begin.
			const isRefused = visited.size === 1 && error instanceof ClubError && error.status === 400;
			throw interruptedAt(error, read, isRefused ? {} : step);
		};
		const key = JSON.stringify(step);
		if (visited.has(key)) interrupt(endless(step));
		visited.add(key);
		// The rows of the previous page that can come again after a step without a cursor.
		const repeated = new Set(
			previousRows.filter((row) => comesAgain(step, orderedBy[0] && row[orderedBy[0]])).map((row) => JSON.stringify(row)),
		);
		const count = pageSize && { count: Math.min(pageSize, remaining + repeated.size) };
		const body = await plan.fetch({ ...count, ...step }).catch(interrupt);
		const envelope = envelopeOf(body);
		const page = { envelope, rows: rowsOf(envelope).map(asRow) };
		if (step.cursor && isSame(page.rows, previousRows)) interrupt(endless(step));
		const fresh = page.rows.filter((row) => repeated.size === 0 || !repeated.has(JSON.stringify(row)));
		direction ??= directionShown(envelope);
		// Without cursors, a later read does not know the rows that come again.
		if (isOtherSide && fresh.length > 0 && (step.cursor || previousRows.length > 0)) throw interruptedAt(startsAtEnd(), read, {});
		if (!plan.direction && !plan.start && visited.size === 1) {
			const side = stepAfter(page, OPPOSITE[direction], plan);
			otherSide = isStep(side) ? side : undefined;
		} else if (fresh.length > 0) otherSide = undefined;
		// Rows with the same ID or time tell nothing: a club may order them in another way than §4.4 says.
		const order = orderOf([...previousRows.slice(-1), ...fresh], ...orderedBy.slice(0, 1));
		if (plan.direction && order === OPPOSITE[direction]) interrupt(against(direction, orderedBy[0]));
		const rows = fresh.slice(0, remaining);
		const isCut = rows.length < fresh.length;
		let next = isOtherSide ? undefined : stepAfter(page, direction, plan, step);
		isOtherSide = !next && otherSide !== undefined;
		if (isOtherSide) [next, otherSide] = [otherSide, undefined];
		yield {
			rows,
			more: isCut || next !== undefined,
			...(!isCut && isStep(next) && { next: { ...next, direction, ...(otherSide && { otherSide }), ...(isOtherSide && { isOtherSide }) } }),
		};
		read += rows.length;
		remaining -= rows.length;
		if (remaining <= 0 || !next) return;
		if (next === 'lost') throw interruptedAt(lost(), read, {});
		step = next;
		if (page.rows.length > 0) previousRows = page.rows;
	}
}

/**
 * The pages of a list for a query. A list by ids ascends unless the query or the spec sets its direction (§4.1).
 * @param fetch makes the call with the query of one page
 * @param more what the plan has besides
 */
export function pagesOfList(
	call: FreeCall,
	selected: IDataObject,
	fetch: (query: PageQuery & IDataObject) => Promise<unknown>,
	more: Partial<PagingPlan> = {},
): AsyncGenerator<Page> {
	const query = { ...ascending(call, selected), ...selected };
	return pagesOf({ fetch: async (page) => await fetch({ ...query, ...page }), ...pagingOf(call, query), ...more });
}

/** The pages of a list that an operation reads for itself, so the user has no list to continue. @throws ClubError without `resume` */
export async function* internalPages(...list: Parameters<typeof pagesOfList>): AsyncGenerator<Page> {
	try {
		yield* pagesOfList(...list);
	} catch (error) {
		throw error instanceof ClubError ? error.with({ resume: undefined }) : error;
	}
}

// The catalogue of products.

const CATALOGUE = 'GET /Subscriptions';

/**
 * One product, or undefined if the club has none with this ID. The API has no read of a single product, so the catalogue is read until
 * it is found.
 */
export async function readProduct(request: Request, id: number, withPlans?: boolean): Promise<IDataObject | undefined> {
	const pages = internalPages(CATALOGUE, withPlans ? { withPlans } : {}, async (query) => await request(CATALOGUE, { query }));
	for await (const { rows } of pages) {
		const found = rows.find(({ ClassSubscriptionId }) => Number(ClassSubscriptionId) === id);
		if (found) return found;
	}
	return undefined;
}
