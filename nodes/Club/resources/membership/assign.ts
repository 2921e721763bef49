import type { IDataObject } from 'n8n-workflow';
import { timeIn } from '../../../shared/api/time';
import { newestFirst } from '../../../shared/api/endpoints';
import { endOf, isUsedUp } from '../../../shared/api/facts';
import { attempt } from '../../../shared/transport/errors';
import { clock } from '../../../shared/transport/process';
import { bodyOf } from '../../run/plan';
import { createOnce, EqualWrites, UncertainMatch } from '../../calls/writes';
import { rowsOf } from '../../../shared/lists/pages';
import { orderOn } from '../../../shared/lists/step';
import type { Session } from '../../calls/session';
import { isKept } from './fields';

const idOf = (membership: IDataObject): number => Number(membership.UserClassSubscriptionId) || 0;

const largestId = (memberships: readonly IDataObject[], from = 0): number =>
	memberships.reduce((largest, membership) => Math.max(largest, idOf(membership)), from);

/** What the items of a run share, so that no create takes an older membership, or that of another item, for its own. */
export class Sales {
	/** The largest ID of a membership. Undefined before the first create, or if the club does not return it. */
	lastId?: number;
	readonly sold = new Set<number>();
	readonly equal = new EqualWrites();

	/** Notes a membership that an item has got. IDs grow (§4.6), so a new one is the largest. */
	note(membership: IDataObject): void {
		this.sold.add(idOf(membership));
		this.lastId = largestId([membership], this.lastId) || this.lastId;
	}
}

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
function newest(memberships: IDataObject[], body: IDataObject, lastKnown: number | undefined, zone: string) {
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

/**
 * Whether a membership is of the product or plan of a sale, overlaps its dates, and can be used as long as what is sold (§3.4): not disabled, not
 * used up, not ended. A plan lasts as long each time.
 */
function isUsableFor(membership: IDataObject, body: IDataObject, zone: string): boolean {
	const [from, to] = [timeIn(membership, 'From', zone) ?? -Infinity, endOf(membership, zone) ?? Infinity];
	const begin = timeIn(body, 'From', zone) ?? -Infinity;
	const end = timeIn(body, 'To', zone) ?? begin + (to - from);
	const isOfSale = ['ClassSubscriptionId', 'ClassSubscriptionPlanId'].every(
		(name) => body[name] === undefined || membership[name] === body[name],
	);
	const isUsable = membership.Disabled !== true && !isUsedUp(membership) && (to >= clock.now() || end < clock.now());
	return isOfSale && isUsable && begin < to && from < end;
}

const membershipsOf = async (session: Session, userId: unknown): Promise<IDataObject[]> =>
	rowsOf(await session.send('GET /Athletes/{userId}/UserSubscriptions', { params: { userId } }));

/**
 * Reads what a sale must know: the memberships of the athlete if it may be there already, otherwise the newest of the club. Memberships with
 * larger IDs than `lastId` are new; it is undefined if the club does not show the newest.
 */
export async function beforeSale(
	session: Session,
	sales: Sales,
	values: IDataObject,
	// A model that is asked again sells again.
	{ skipExisting: isSkipped = session.settings.isForModel }: { skipExisting?: boolean },
) {
	const { isRetried, settings, zone } = session;
	const body = bodyOf(await session.resolve(values));
	if (sales.equal.earlier(session, body)) return { body };
	if (!isSkipped && !isRetried) {
		// A dry run creates nothing that it would have to look for.
		if (!settings.isDryRun) sales.lastId ??= await lastIdIn(session);
		return { body, lastId: sales.lastId };
	}
	const memberships = await membershipsOf(session, body.UserId);
	const isEqual = (membership: IDataObject) => !sales.sold.has(idOf(membership)) && isRequested(membership, body, zone);
	const isTaken = (membership: IDataObject) => (isRetried && isEqual(membership)) || (isSkipped && isUsableFor(membership, body, zone));
	const record = memberships.find(isTaken);
	return { body, existing: record && { record, isSkipped }, lastId: largestId(memberships, sales.lastId) };
}

type BeforeSale = Awaited<ReturnType<typeof beforeSale>>;

export const assign = async (session: Session, sales: Sales, call: Sale, before: BeforeSale): Promise<IDataObject> =>
	await sales.equal.once(session, { note: 'sameSale', request: before.body }, async () => {
		const { existing } = before;
		if (!existing) return await sell(session, sales, call, before);
		if (existing.isSkipped) session.note('existing');
		sales.sold.add(idOf(existing.record));
		return { ...existing.record, Reconciled: true };
	});

async function sell(session: Session, sales: Sales, call: Sale, { body, lastId }: BeforeSale): Promise<IDataObject> {
	const { record, found } = await createOnce(
		session,
		async () => await session.send(call, { body }),
		async () => {
			const others = (await membershipsOf(session, body.UserId)).filter((membership) => !sales.sold.has(idOf(membership)));
			return newest(others, body, lastId, session.zone);
		},
	);
	sales.note(record);
	if (found) session.countWrite(call);
	return found ? { ...record, Reconciled: true } : record;
}
