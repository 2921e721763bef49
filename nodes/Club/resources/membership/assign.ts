import type { IDataObject } from 'n8n-workflow';
import { MINUTE_MS, timeIn } from '../../../shared/api/time';
import { isKept } from './keptTimes';
import { newestFirst } from '../../../shared/api/endpoints';
import { endOf } from '../../../shared/api/facts';
import { attempt, ClubError } from '../../../shared/transport/errors';
import { bodyOf } from '../../run/plan';
import { createOnce, UncertainMatch } from '../../calls/writes';
import { rowsOf } from '../../../shared/lists/pages';
import { orderOn } from '../../../shared/lists/step';
import type { Session } from '../../calls/session';

const idOf = (membership: IDataObject): number => Number(membership.UserClassSubscriptionId) || 0;

const largestId = (memberships: readonly IDataObject[], from = 0): number =>
	memberships.reduce((largest, membership) => Math.max(largest, idOf(membership)), from);

/** What the items of a run share, so that no create takes an older membership, or that of another item, for its own. */
export interface Known {
	/** The largest ID of a membership. Undefined before the first create, or if the club does not return it. */
	lastId?: number;
	/** The memberships that the items have got. */
	given: Set<number>;
	/** The sales with their outcomes: an equal one is not made again. */
	sales: Sold[];
}

interface Sold {
	sale: ReturnType<typeof saleOf>;
	outcome: { value: IDataObject } | { error: unknown };
}

export const noneKnown = (): Known => ({ given: new Set(), sales: [] });

/** Whether a membership matches the body of a create. A club may store dates as whole days. */
function isRequested(membership: IDataObject, body: IDataObject, zone: string): boolean {
	return ['ClassSubscriptionId', 'ClassSubscriptionPlanId', 'From', 'To', 'MaxActivities'].every((name) => {
		const [stored, requested] = [membership[name], body[name]];
		if (requested === undefined) return true;
		return name === 'From' || name === 'To' ? isKept(timeIn(body, name, zone), timeIn(membership, name, zone)) : stored === requested;
	});
}

/**
 * The membership that a create has made: the newest one of the athlete with this product (IDs grow, §4.6), newer than any known before.
 * If it differs from the request, or may have been there before, the user has to decide.
 */
function newest(
	memberships: IDataObject[],
	body: IDataObject,
	lastKnown: number | undefined,
	zone: string,
): IDataObject | UncertainMatch | undefined {
	const [last] = memberships
		.filter((row) => idOf(row) > (lastKnown ?? 0) && isRequested(row, { ClassSubscriptionId: body.ClassSubscriptionId }, zone))
		.sort((one, other) => idOf(other) - idOf(one));
	if (!last || (lastKnown !== undefined && isRequested(last, body, zone))) return last;
	const { UserClassSubscriptionId: id, ClassSubscriptionId: product, From, To } = last;
	const dates = `from ${String(From)} to ${String(To)}`;
	return new UncertainMatch(
		`The athlete has the membership ${String(id)} of the product ${String(product)}, ${dates}. This may be the new one, so the node did not send the request again. Check the membership first.`,
	);
}

/**
 * The largest ID of a membership of the club before a run creates any. An equal one that is older is another membership (§2.11).
 * It is unknown if the newest does not come first, which takes two rows to see.
 */
async function lastIdIn(session: Session): Promise<number | undefined> {
	const list = 'GET /UserSubscriptions';
	const outcome = await attempt(session.send(list, { query: { ...newestFirst(list), count: 2 } }));
	const rows = 'value' in outcome ? rowsOf(outcome.value) : undefined;
	return rows && orderOn(list, rows) !== 'forward' ? largestId(rows) : undefined;
}

type Sale = 'POST /UserSubscriptions' | 'POST /UserSubscriptions/Plans';

const PRODUCT = ['ClassSubscriptionId', 'ClassSubscriptionPlanId'] as const;

/** What makes two sales equal: the athlete, the product or plan, and the dates. */
const saleOf = (call: Sale, body: IDataObject, zone: string) => ({
	what: JSON.stringify([call, body.UserId, ...PRODUCT.map((name) => body[name])]),
	dates: ['From', 'To'].map((name) => timeIn(body, name, zone) ?? 0),
});

/** Whether two sales are equal. The expression `$now` gives each item a time of its own. */
const isSameSale = (one: Sold['sale'], other: Sold['sale']): boolean =>
	one.what === other.what && one.dates.every((date, index) => Math.abs(date - other.dates[index]) < MINUTE_MS);

/** Whether a membership is of the product or plan of a sale, and overlaps its dates. A plan lasts as long each time. */
function overlaps(membership: IDataObject, body: IDataObject, zone: string): boolean {
	const [from, to] = [timeIn(membership, 'From', zone) ?? -Infinity, endOf(membership, zone) ?? Infinity];
	const begin = timeIn(body, 'From', zone) ?? -Infinity;
	const end = timeIn(body, 'To', zone) ?? begin + (to - from);
	return PRODUCT.every((name) => body[name] === undefined || membership[name] === body[name]) && begin < to && from < end;
}

/** Assigns a product or a plan to an athlete, and equal ones of a run once. One whose answer was unclear may have been made. */
export async function assign(
	session: Session,
	known: Known,
	call: Sale,
	values: IDataObject,
	// A model that is asked again sells again.
	{ skipExisting = session.settings.isForModel }: { skipExisting?: boolean },
): Promise<IDataObject> {
	const body = bodyOf(await session.resolve(values));
	const sale = saleOf(call, body, session.zone);
	const earlier = known.sales.find((other) => isSameSale(sale, other.sale));
	if (earlier) session.note('sameSale');
	const outcome = earlier?.outcome ?? (await attempt(assignOnce(session, known, call, body, skipExisting)));
	const mayBeMade = 'value' in outcome || (outcome.error instanceof ClubError && outcome.error.unclear);
	if (!earlier && mayBeMade) known.sales.push({ sale, outcome });
	if ('error' in outcome) throw outcome.error;
	return structuredClone(outcome.value);
}

/**
 * Assigns a product or a plan to an athlete, and never twice. When the answer is unclear, the list of the athlete shows
 * whether the membership exists.
 */
async function assignOnce(session: Session, known: Known, call: Sale, body: IDataObject, skipExisting: boolean): Promise<IDataObject> {
	const note = (memberships: IDataObject[]) => {
		known.lastId = largestId(memberships, known.lastId) || known.lastId;
	};
	const read = async () => rowsOf(await session.send('GET /Athletes/{userId}/UserSubscriptions', { params: { userId: body.UserId } }));
	const existing = skipExisting && (await read()).find((membership) => overlaps(membership, body, session.zone));
	if (existing) {
		session.note('existing');
		return { ...existing, Reconciled: true };
	}
	const isOfOther = (membership: IDataObject) => [known, before].some(({ given }) => given.has(idOf(membership)));
	const lookUp = async () => {
		known.lastId ??= await lastIdIn(session);
		return { lastId: known.lastId, given: known.given };
	};
	const before = await session.knownBefore(lookUp, call, { body });
	const earlier =
		session.isRetried && (await read()).find((membership) => !isOfOther(membership) && isRequested(membership, body, session.zone));
	const { record, found } = earlier
		? { record: earlier, found: true }
		: await createOnce(
				session,
				async () => await session.send(call, { body }),
				async () => {
					const memberships = await read();
					note(memberships);
					const others = memberships.filter((membership) => !isOfOther(membership));
					return newest(others, body, before.lastId, session.zone);
				},
			);
	note([record]);
	// One that was looked up is looked up again at a repeat.
	if (!found || earlier) known.given.add(idOf(record));
	return found ? { ...record, Reconciled: true } : record;
}
