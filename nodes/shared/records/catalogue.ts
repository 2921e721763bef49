import type { IDataObject } from 'n8n-workflow';
import type { CallValues } from '../transport/client';
import type { Call } from '../api/route';
import { rowsOf } from './rows';

/** Makes a call of the API. @throws ClubError */
export type Send = (call: Call, values?: CallValues) => Promise<IDataObject>;

/** The list of the club's subscription products (§4.8). */
export const CATALOGUE: Call = 'GET /Subscriptions';

/**
 * One product, or undefined when the club has none with this id. The API has no read of a single product;
 * the list between two equal bounds is one.
 */
export async function readProduct(send: Send, id: number, withPlans?: boolean): Promise<IDataObject | undefined> {
	const [product] = rowsOf(await send(CATALOGUE, { query: { fromId: id, toId: id, count: 1, ...(withPlans && { withPlans }) } }));
	return product;
}
