import type { IDataObject } from 'n8n-workflow';
import type { FreeCall } from '../api/endpoints';
import { ascending } from '../api/endpoints';
import { ASSIGNMENT_DATES } from '../api/limits';
import { timeIn } from '../api/time';
import { ClubError, attempt } from '../transport/errors';
import type { Request } from '../transport/send';
import { pagesOf, pagingOf, rowsOf } from './paging';

// Memberships of athletes: until when they run, and when they are suspended.

/**
 * When an assignment ends, in ms since the epoch. Without an end, such as a recurring one (§4.6), it ends at the latest date (§2.11).
 * @param zone the workflow's timezone
 */
export const endOf = (assignment: IDataObject, zone: string): number | undefined =>
	assignment.To === undefined || assignment.To === null ? ASSIGNMENT_DATES.latest : timeIn(assignment, 'To', zone);

/** Whether a value means no suspension: it is empty, or a state such as `None` or `NotSuspended`. */
export const isNoSuspension = (value: unknown): boolean => !value || /^(none|(no|not|un)suspen\w*)$/i.test(String(value));

/** When a suspension begins, in ms since the epoch. @param zone the workflow's timezone */
export const suspensionStartOf = (assignment: IDataObject, zone: string): number | undefined =>
	timeIn(assignment, 'SuspensionStartUTC', zone) ?? timeIn(assignment, 'SuspendedAtUTC', zone);

/** When a suspension ends by itself, in ms since the epoch; undefined if it does not. @param zone the workflow's timezone */
export const suspensionEndOf = (assignment: IDataObject, zone: string): number | undefined => timeIn(assignment, 'ReactivationDate', zone);

/**
 * Whether a suspension is in force: it has begun, and no automatic reactivation has ended it. The times decide, since a state
 * can be late. Only a state without a suspension decides against the times, which may be those of an earlier suspension.
 * @param now ms since the epoch
 * @param zone the workflow's timezone
 */
export function isSuspendedAt(assignment: IDataObject, now: number, zone: string): boolean {
	const { SuspensionState, IsSuspended } = assignment;
	if (SuspensionState && isNoSuspension(SuspensionState)) return false;
	const start = suspensionStartOf(assignment, zone);
	if (start === undefined) return IsSuspended === true || /^suspended$/i.test(String(SuspensionState));
	const end = suspensionEndOf(assignment, zone);
	return start <= now && (end === undefined || now < end);
}

// Products of the catalogue, with their plans.

const CATALOGUE = 'GET /Subscriptions';
const ID_NAME = 'ClassSubscriptionId';

/** The read of one product. The spec does not show it, but its words "product read" may mean it (§4.8). */
const PRODUCT: FreeCall = 'GET /Subscriptions/{subscriptionId}';

/** The statuses of a club that does not have this read. */
const NO_SUCH_READ: ReadonlySet<unknown> = new Set([400, 404, 405]);

/** The plans in a product; undefined if it has no list of plans. The spec does not name that list (§4.8). */
export function plansIn(product: IDataObject): IDataObject[] | undefined {
	const lists = Object.entries(product).filter((entry): entry is [string, IDataObject[]] => Array.isArray(entry[1]));
	const plans = lists.flatMap(([, list]) => list).filter((entry) => entry?.ClassSubscriptionPlanId);
	return plans.length > 0 || lists.some(([name]) => /plans$/i.test(name)) ? plans : undefined;
}

/**
 * A product of the list with its plans. If the list has none, one call reads the product with them, if the club has that read.
 * @throws ClubError other than the statuses of a club without this read
 */
export async function withPlansOf(request: Request, product: IDataObject): Promise<IDataObject> {
	if (plansIn(product)) return product;
	const read = await attempt(request(PRODUCT, { params: { subscriptionId: product[ID_NAME] }, query: { withPlans: true } }));
	if ('value' in read) return Number(read.value[ID_NAME]) === Number(product[ID_NAME]) ? read.value : product;
	if (read.error instanceof ClubError && NO_SUCH_READ.has(read.error.status)) return product;
	throw read.error;
}

/**
 * One product, or undefined if the club has none with this ID. The API has no read of a single product, so the list is read
 * between two equal bounds. A catalogue may ignore the bounds, which §4.8 does not show: then it is read page by page.
 * @throws ClubError
 */
export async function readProduct(request: Request, id: number, withPlans?: boolean): Promise<IDataObject | undefined> {
	const product = await listedProduct(request, id, withPlans);
	return product && withPlans ? await withPlansOf(request, product) : product;
}

async function listedProduct(request: Request, id: number, withPlans?: boolean): Promise<IDataObject | undefined> {
	const flags = withPlans ? { withPlans } : {};
	const hasId = (row: IDataObject): boolean => Number(row[ID_NAME]) === id;
	const between = rowsOf(await request(CATALOGUE, { query: { fromId: id, toId: id, count: 1, ...flags } }));
	if (between.length === 0 || between.some(hasId)) return between.find(hasId);
	const range = ascending(CATALOGUE, {});
	const pages = pagesOf({
		fetch: async (page) => await request(CATALOGUE, { query: { ...flags, ...range, ...page } }),
		...pagingOf(CATALOGUE, range),
	});
	for await (const { rows } of pages) {
		const found = rows.find(hasId);
		if (found) return found;
	}
	return undefined;
}
