import type { IDataObject } from 'n8n-workflow';
import { ascending } from '../api/endpoints';
import type { Request } from '../transport/send';
import { pagesOf, pagingOf } from './pages';

const CATALOGUE = 'GET /Subscriptions';

/**
 * One product, or undefined if the club has none with this ID. The API has no read of a single product, so the catalogue is read until
 * it is found.
 * @throws ClubError
 */
export async function readProduct(request: Request, id: number, withPlans?: boolean): Promise<IDataObject | undefined> {
	const query = { ...ascending(CATALOGUE, {}), ...(withPlans && { withPlans }) };
	const pages = pagesOf({
		fetch: async (page) => await request(CATALOGUE, { query: { ...query, ...page } }),
		...pagingOf(CATALOGUE, query),
	});
	for await (const { rows } of pages) {
		const found = rows.find(({ ClassSubscriptionId }) => Number(ClassSubscriptionId) === id);
		if (found) return found;
	}
	return undefined;
}
