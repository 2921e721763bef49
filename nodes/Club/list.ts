import type { IDataObject } from 'n8n-workflow';
import type { Direction } from '../shared/api/endpoints';
import { directionOf, endpointOf, maxCountOf } from '../shared/api/endpoints';
import type { Page } from '../shared/records/paging';
import { isGuess, orderOn } from '../shared/records/order';
import { pagesOf } from '../shared/records/paging';
import { InvalidInput } from '../shared/transport/errors';
import type { AnyOperation, Keep } from './operation';
import type { AnyValues } from './options';
import type { ApiRequest } from './request';
import { callOf, requestOf } from './request';
import type { Session } from './session';
import { checkWindows, readWindows, windowCount } from './telemetry';

type AnyList = NonNullable<AnyOperation['list']>;

/** An operation that reads a list. */
export type ListOperation = AnyOperation & { list: AnyList };

/** Whether an operation reads a list. */
export const isList = (operation: AnyOperation): operation is ListOperation => operation.list !== undefined;

/** How many rows an operation's values ask for. */
const limitOf = ({ returnAll, limit }: AnyValues): number | undefined => (returnAll ? undefined : limit);

/** The way through a list. Of a cursor that the user gives, only its page tells which way it leads (§2.9). */
const wayOf = ({ call, query = {} }: ApiRequest, cursor: string | undefined, firstPage: IDataObject[]): Direction | undefined =>
	(cursor ? undefined : directionOf(call, query)) ?? orderOn(call, firstPage);

/** Pages with the rows that the user wants alone, until there are enough; one that is given whole is not cut. */
async function* filtered(pages: AsyncIterable<Page>, keep: Keep, limit = Infinity, whole = false): AsyncGenerator<Page> {
	let left = limit;
	for await (const page of pages) {
		const rows: IDataObject[] = [];
		let [isOver, isCut] = [false, false];
		for (const row of page.rows) {
			const wanted = await keep(row);
			isOver = wanted === 'end';
			isCut = wanted === true && !whole && rows.length >= left;
			if (isOver || isCut) break;
			if (wanted) rows.push(row);
		}
		// No cursor leads into the middle of a page.
		const onward = isOver || isCut ? { more: isCut, cursor: undefined } : {};
		yield { ...page, envelope: { ...page.envelope, Results: rows }, rows, ...onward };
		left -= rows.length;
		if (isOver || isCut || left <= 0) return;
	}
}

/** Pages with what belongs to their rows and stands elsewhere. */
async function* completed(
	pages: AsyncIterable<Page>,
	complete: (rows: readonly IDataObject[]) => Promise<IDataObject[]>,
): AsyncGenerator<Page> {
	for await (const page of pages) {
		const rows = await complete(page.rows);
		yield { ...page, envelope: { ...page.envelope, Results: rows }, rows };
	}
}

/** Reads the pages that an operation's values ask for. */
async function* readPages(
	session: Session,
	{ list }: ListOperation,
	values: AnyValues,
	request: ApiRequest,
	bounds: { limit?: number; pageSize?: number },
): AsyncGenerator<Page> {
	const { pageSize, cursor } = values.options;
	const { call, params, query = {} } = request;
	const keep = list.keep?.(values, session);
	const pages = pagesOf({
		fetch: async (page) => await session.sendFree(call, { params, query: { ...query, ...page } }),
		direction: (firstPage) => wayOf(request, cursor, firstPage),
		guess: isGuess(call),
		orderedBy: endpointOf(call)?.orderedBy,
		range: query,
		maxCount: maxCountOf(call, query),
		pageSize,
		...(cursor && { start: { cursor }, isForeignStart: true }),
		...bounds,
		...(keep && { limit: undefined }),
	});
	const kept = keep ? filtered(pages, keep, bounds.limit, isAsPages(values)) : pages;
	yield* list.complete ? completed(kept, list.complete(values, session)) : kept;
}

/** The output of a list operation, page after page: its rows, or the page itself. */
export async function* readList(session: Session, operation: ListOperation, values: AnyValues): AsyncGenerator<IDataObject[]> {
	const request = await requestOf(session, operation, values);
	const limit = limitOf(values);
	const span = operation.list.span?.(values);
	if (span) {
		session.hint(`An interval of this length takes at least ${windowCount(span)} calls when it is read to its end`);
		const { pageSize = Infinity } = values.options;
		yield* readWindows(
			span,
			(window, wanted) =>
				readPages(
					session,
					operation,
					values,
					{ ...request, query: { ...request.query, ...window } },
					{ pageSize: Math.min(pageSize, wanted) },
				),
			limit,
		);
		return;
	}
	const asPages = isAsPages(values);
	for await (const { envelope, rows } of readPages(session, operation, values, request, { limit })) yield asPages ? [envelope] : rows;
}

/** What a model is told of a list: rows, whether there are more, and the cursor to go on with, where there is one. */
export interface Told {
	rows: IDataObject[];
	hasMore: boolean;
	nextCursor: string | null;
}

/** Reads a list for a model, which must know what it does not see. */
export async function readForModel(session: Session, operation: ListOperation, values: AnyValues): Promise<Told> {
	const limit = limitOf(values);
	const told: Told = { rows: [], hasMore: false, nextCursor: null };
	if (operation.list.span?.(values)) {
		for await (const rows of readList(session, operation, values)) for (const row of rows) told.rows.push(row);
		return { ...told, hasMore: told.rows.length === limit };
	}
	const request = await requestOf(session, operation, values);
	for await (const { rows, more, cursor } of readPages(session, operation, values, request, { limit })) {
		for (const row of rows) told.rows.push(row);
		[told.hasMore, told.nextCursor] = [more, cursor ?? null];
	}
	return told;
}

/** Whether the user wants pages instead of rows. */
export const isAsPages = ({ options }: AnyValues): boolean => options.output === 'pages';

/** Refuses list values that do not go together, before any call. */
export function checkList(operation: ListOperation, values: AnyValues): void {
	const { filters = {}, options } = values;
	const maxCount = maxCountOf(callOf(operation, values), options);
	if (maxCount !== undefined && (options.pageSize ?? 1) > maxCount) {
		throw new InvalidInput(
			`"Page Size" must be a whole number from 1 to ${maxCount}`,
			'Leave it out for the fewest calls. Nothing was sent.',
		);
	}
	const span = operation.list.span?.(values);
	if (span) checkWindows(span);
	if (span && (options.cursor || isAsPages(values))) {
		throw new InvalidInput(
			'An interval that is read in windows has neither cursor nor pages',
			'Leave out "Cursor" and "Pages", or ask for at most five hours: each window has cursors of its own. Nothing was sent.',
		);
	}
	if ((filters.fromId ?? 0) > (filters.toId ?? Infinity)) {
		throw new InvalidInput('"From ID" is larger than "To ID"', 'Both bounds are inclusive; exchange them. Nothing was sent.');
	}
}
