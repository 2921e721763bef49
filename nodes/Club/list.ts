import type { IDataObject } from 'n8n-workflow';
import type { Call, Direction } from '../shared/api/endpoints';
import { directionOf, endpointOf, maxCountOf } from '../shared/api/endpoints';
import type { Page } from '../shared/records/paging';
import { isGuess, orderOn } from '../shared/records/step';
import { pagesOf } from '../shared/records/paging';
import { ClubError, SEE_CHECK } from '../shared/transport/errors';
import type { Keep, List } from './operation';
import type { AnyValues } from './options';
import type { ApiRequest, Plan } from './plan';
import type { Session } from './session';
import type { TimeRange } from './telemetry';
import { readWindows, windowCount } from './telemetry';

/** The way through a list. Of a cursor that the user gives, only its page tells which way it leads (§2.9). */
const wayOf = ({ call, query = {} }: ApiRequest, cursor: string | undefined, firstPage: IDataObject[]): Direction | undefined =>
	(cursor ? undefined : directionOf(call, query)) ?? orderOn(call, firstPage);

/** The same pages. @throws ClubError at their end where no row had one of the properties: to filter by it would give nothing, and no word of it */
async function* having(properties: readonly string[], call: Call, pages: AsyncIterable<Page>): AsyncGenerator<Page> {
	const missing = new Set(properties);
	let isEmpty = true;
	for await (const page of pages) {
		for (const name of missing) if (page.rows.some((row) => name in row)) missing.delete(name);
		isEmpty &&= page.rows.length === 0;
		yield page;
	}
	if (isEmpty || missing.size === 0) return;
	throw new ClubError(`No record of ${call} has the property "${[...missing].join('", "')}"`, {
		description: `The node filters by this property. Remove the filter, and add a Filter node after this node instead. ${SEE_CHECK}`,
		failure: { cause: 'configuration-invalid' },
	});
}

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

/** The pages of a list as a plan wants them. */
async function* readPages(session: Session, own: List<AnyValues>, plan: Plan, request: ApiRequest): AsyncGenerator<Page> {
	const { call, params, query = {} } = request;
	const { limit, pageSize, cursor } = plan;
	const keep = own.keep?.(plan.values, session);
	const pages = pagesOf({
		fetch: async (page) => await session.request(call, { params, query: { ...query, ...page } }),
		direction: (firstPage) => wayOf(request, cursor, firstPage),
		guess: isGuess(call),
		orderedBy: endpointOf(call)?.orderedBy,
		range: query,
		maxCount: maxCountOf(call, query),
		pageSize,
		...(cursor && { start: { cursor }, isUnknownStart: true }),
		limit: keep ? undefined : limit,
	});
	const known = having(own.keptBy?.(plan.values) ?? [], call, pages);
	const kept = keep ? filtered(known, keep, limit, plan.view.asPages) : pages;
	yield* own.complete ? completed(kept, own.complete(plan.values, session)) : kept;
}

/** Reads a list as far as a plan wants it; an interval too long for one read, in windows, whose pages have no cursors. */
export async function* readList(session: Session, own: List<AnyValues>, plan: Plan, request: ApiRequest): AsyncGenerator<Page> {
	const { span, limit, pageSize = Infinity } = plan;
	if (!span) return yield* readPages(session, own, plan, request);
	session.hint(`Reading the whole interval takes at least ${windowCount(span)} calls`);
	const read = (window: TimeRange, wanted: number) =>
		readPages(
			session,
			own,
			{ ...plan, limit: undefined, pageSize: Math.min(pageSize, wanted) },
			{ ...request, query: { ...request.query, ...window } },
		);
	let count = 0;
	for await (const rows of readWindows(span, read, limit)) {
		count += rows.length;
		yield { envelope: {}, rows, more: count === limit };
	}
}
