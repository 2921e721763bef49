import type { IDataObject } from 'n8n-workflow';
import { maxCountOf } from '../api/endpoints';
import type { Request } from '../transport/send';
import { orderOf } from './step';
import { pagesOf, rowsOf } from './paging';

const CATALOGUE = 'GET /Subscriptions';
const ID_NAME = 'ClassSubscriptionId';

/**
 * One product, or undefined when the club has none with this id. The API has no read of a single product; the list between
 * two equal bounds is one. A catalogue may ignore the bounds (§4.8 does not show them): then it is read page by page.
 */
export async function readProduct(request: Request, id: number, withPlans?: boolean): Promise<IDataObject | undefined> {
	const flags = withPlans ? { withPlans } : {};
	const isWanted = (row: IDataObject): boolean => Number(row[ID_NAME]) === id;
	const between = rowsOf(await request(CATALOGUE, { query: { fromId: id, toId: id, count: 1, ...flags } }));
	if (between.length === 0 || between.some(isWanted)) return between.find(isWanted);
	const pages = pagesOf({
		fetch: async (page) => await request(CATALOGUE, { query: { ...flags, ...page } }),
		direction: (firstPage) => orderOf(firstPage, ID_NAME),
		orderedBy: ID_NAME,
		maxCount: maxCountOf(CATALOGUE),
	});
	for await (const { rows } of pages) {
		const found = rows.find(isWanted);
		if (found) return found;
	}
	return undefined;
}
