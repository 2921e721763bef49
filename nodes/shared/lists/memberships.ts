import type { IDataObject } from 'n8n-workflow';
import { ascending } from '../api/endpoints';
import { MEMBERSHIP_DATES } from '../api/limits';
import { timeIn } from '../api/time';
import type { Request } from '../transport/send';
import { pagesOf, pagingOf } from './pages';

// Memberships of athletes: until when they run, and when they are suspended.

/**
 * When a membership ends, in ms since the epoch. Without an end, such as a recurring one (§4.6), it ends at the latest date (§2.11).
 * @param zone the workflow's timezone
 */
export const endOf = (membership: IDataObject, zone: string): number | undefined =>
	membership.To === undefined || membership.To === null ? MEMBERSHIP_DATES.latest : timeIn(membership, 'To', zone);

/** Whether a value means no suspension: it is empty, or a state such as `None` or `NotSuspended`. */
export const isNoSuspension = (value: unknown): boolean => !value || /^(none|(no|not|un)suspen\w*)$/i.test(String(value));

/** When a suspension begins, in ms since the epoch. @param zone the workflow's timezone */
export const suspensionStartOf = (membership: IDataObject, zone: string): number | undefined =>
	timeIn(membership, 'SuspensionStartUTC', zone) ?? timeIn(membership, 'SuspendedAtUTC', zone);

/** When a suspension ends by itself, in ms since the epoch; undefined if it does not. @param zone the workflow's timezone */
export const suspensionEndOf = (membership: IDataObject, zone: string): number | undefined => timeIn(membership, 'ReactivationDate', zone);

/**
 * Whether a suspension is in force: it has begun, and no automatic reactivation has ended it. The times decide, since a state
 * can be late. Only a state without a suspension decides against the times, which may be those of an earlier suspension.
 * @param now ms since the epoch
 * @param zone the workflow's timezone
 */
export function isSuspendedAt(membership: IDataObject, now: number, zone: string): boolean {
	const { SuspensionState, IsSuspended } = membership;
	if (SuspensionState && isNoSuspension(SuspensionState)) return false;
	const start = suspensionStartOf(membership, zone);
	if (start === undefined) return IsSuspended === true || /^suspended$/i.test(String(SuspensionState));
	const end = suspensionEndOf(membership, zone);
	return start <= now && (end === undefined || now < end);
}

/** Whether a membership has a limit, and none of it is left: it is not active (§3.4). */
export const isUsedUp = ({ MaxActivities, AvailableActivities }: IDataObject): boolean =>
	Number(MaxActivities) > 0 && typeof AvailableActivities === 'number' && AvailableActivities <= 0;

// Products of the catalogue, with their plans.

const CATALOGUE = 'GET /Subscriptions';

/** The plans in a product that was read with them; undefined if it has no such list. The spec does not name the property (§4.8). */
export const plansIn = ({ Plans }: IDataObject): IDataObject[] | undefined =>
	Array.isArray(Plans) ? (Plans as IDataObject[]).filter((plan) => plan?.ClassSubscriptionPlanId) : undefined;

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
