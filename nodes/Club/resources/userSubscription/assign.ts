import type { IDataObject } from 'n8n-workflow';
import { ClubError } from '../../../shared/transport/errors';
import { createOnce } from '../../../shared/records/reconcile';
import type { Call } from '../../../shared/api/route';
import { rowsOf } from '../../../shared/records/rows';
import type { Session } from '../../session';

const OWN: Call = 'GET /Athletes/{userId}/UserSubscriptions';

/** Whether an assignment is what a create asked for; times are compared as moments. */
function isWanted(assignment: IDataObject, body: IDataObject): boolean {
	return ['ClassSubscriptionId', 'ClassSubscriptionPlanId', 'From', 'To', 'MaxActivities'].every((name) => {
		const [has, wanted] = [assignment[name], body[name]];
		if (wanted === undefined) return true;
		return name === 'From' || name === 'To' ? Date.parse(String(has)) === Date.parse(String(wanted)) : has === wanted;
	});
}

/** Whether an assignment may be the wanted one, but does not tell its plan, which is optional (§2.11). */
const mayBeWanted = (assignment: IDataObject, body: IDataObject): boolean =>
	(assignment.ClassSubscriptionPlanId ?? null) === null && isWanted({ ...assignment, ClassSubscriptionPlanId: body.ClassSubscriptionPlanId }, body);

/**
 * Assigns a product or a plan to an athlete, and never twice: when the answer is unclear, the athlete's list tells
 * whether an equal assignment has come that this run has not made itself.
 */
export async function assign(session: Session, call: Call, body: IDataObject): Promise<IDataObject> {
	const read = async () => rowsOf(await session.send(OWN, { params: { userId: body.UserId } }));
	const made = madeBy(session);
	const { record, found } = await createOnce(
		async () => await session.send(call, { body }),
		async () => {
			const others = (await read()).filter(({ UserClassSubscriptionId }) => !made.has(UserClassSubscriptionId));
			const equal = others.filter((row) => isWanted(row, body));
			if (equal.length === 0 && others.some((row) => mayBeWanted(row, body))) {
				throw new ClubError('An assignment from this date does not tell its plan', { description: 'It may be the wanted one or another.' });
			}
			return equal.sort((a, b) => Number(b.UserClassSubscriptionId) - Number(a.UserClassSubscriptionId))[0];
		},
	);
	made.add(record.UserClassSubscriptionId);
	return found ? { ...record, Reconciled: true } : record;
}

/** Ids of the assignments that a run has made, so that an earlier item's is not taken for a later one's. */
const madeInRun = new WeakMap<Session, Set<unknown>>();

function madeBy(session: Session): Set<unknown> {
	const made = madeInRun.get(session) ?? new Set();
	madeInRun.set(session, made);
	return made;
}
