import type { IDataObject } from 'n8n-workflow';
import type { FreeSend } from '../transport/client';
import { rowsOf } from './rows';

/**
 * One product, or undefined when the club has none with this id. The API has no read of a single product;
 * the list between two equal bounds is one.
 */
export async function readProduct(send: FreeSend, id: number, withPlans?: boolean): Promise<IDataObject | undefined> {
	const [product] = rowsOf(await send('GET /Subscriptions', { query: { fromId: id, toId: id, count: 1, ...(withPlans && { withPlans }) } }));
	return product;
}
