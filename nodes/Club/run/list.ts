import type { IDataObject } from 'n8n-workflow';
import type { Call } from '../../shared/api/endpoints';
import { pagesOfList, type Page, type PagingPlan } from '../../shared/lists/pages';
import type { Onward, PageQuery } from '../../shared/lists/step';
import { ClubError, SEE_CHECK } from '../../shared/transport/errors';
import type { Keep, List } from '../operation';
import type { AnyValues } from '../fields/fields';
import type { ApiRequest, Plan } from './plan';
import type { Session } from '../calls/session';
import { readWindows, windowCount, type TimeRange } from '../calls/telemetry';

/** Passes the pages on. @throws ClubError at the end if no row has one of the properties: the filter would silently return nothing */
async function* requireProperties(properties: readonly string[], call: Call, pages: AsyncIterable<Page>): AsyncGenerator<Page> {
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

async function* filtered(pages: AsyncIterable<Page>, keep: Keep, limit = Infinity): AsyncGenerator<Page> {
	let remaining = limit;
	for await (const page of pages) {
		const rows: IDataObject[] = [];
		let [isOver, isCut] = [false, false];
		for (const row of page.rows) {
			const match = await keep(row);
			isOver = match === 'end';
			isCut = match === true && rows.length >= remaining;
			if (isOver || isCut) break;
			if (match) rows.push(row);
		}
		// A cursor cannot point into the middle of a page.
		const end = isOver || isCut ? { more: isCut, next: undefined } : {};
		yield { ...page, rows, ...end };
		remaining -= rows.length;
		if (isOver || isCut || remaining <= 0) return;
	}
}

function adviseFewer(error: unknown, count = 1): never {
	if (!(error instanceof ClubError) || !error.late || count <= 1) throw error;
	throw error.with({ advice: `The page may be too large. Choose fewer than ${count} "Records per Call".` });
}

const newestFirst = (body: unknown, by: string): unknown =>
	Array.isArray(body) ? [...(body as IDataObject[])].sort((a, b) => Number(b[by]) - Number(a[by])) : body;

async function* readPages(
	session: Session,
	list: List<AnyValues>,
	values: AnyValues,
	{ call, params, query: selected = {} }: ApiRequest,
	{ limit, ...bounds }: Pick<PagingPlan, 'limit' | 'pageSize' | 'start'>,
): AsyncGenerator<Page> {
	const keep = list.keep?.(values, session);
	const keptBy = list.keptBy?.(values) ?? [];
	const fetch = async (query: PageQuery & IDataObject) => {
		const body = await session.request(call, { params, query }).catch((error: unknown) => adviseFewer(error, query.count));
		return list.newestBy ? newestFirst(body, list.newestBy) : body;
	};
	const pages = pagesOfList(call, selected, fetch, { ...bounds, limit: keep ? undefined : limit });
	const matching = keep ? filtered(requireProperties(keptBy, call, pages), keep, limit) : pages;
	const complete = list.complete?.(values, session);
	let [rowsBefore, { cursor, fromId, toId }]: [number, Onward] = [0, bounds.start ?? {}];
	for await (const page of matching) {
		const interrupted = (error: unknown): never => {
			throw error instanceof ClubError ? error.with({ resume: { rows: rowsBefore, cursor, fromId, toId } }) : error;
		};
		const rows = complete ? await complete(page.rows).catch(interrupted) : page.rows;
		yield { ...page, rows };
		rowsBefore += rows.length;
		({ cursor, fromId, toId } = page.next ?? {});
	}
}

/** Reads a list up to the limit of the plan. An interval too long for one read is read in windows, and these pages have no cursors. */
export async function* readList(session: Session, list: List<AnyValues>, plan: Plan, request: ApiRequest): AsyncGenerator<Page> {
	const { span, values } = plan;
	const { limit, options } = values;
	const { pageSize = Infinity, cursor } = options;
	if (!span) return yield* readPages(session, list, values, request, { limit, pageSize, start: cursor ? { cursor } : undefined });
	session.hint(`Reading the whole interval takes at least ${windowCount(span)} calls`);
	const read = (window: TimeRange, max: number) =>
		readPages(session, list, values, { ...request, query: { ...request.query, ...window } }, { pageSize: Math.min(pageSize, max) });
	yield* readWindows(span, read, limit);
}
