import type { IDataObject } from 'n8n-workflow';
import { createOnce } from '../../../shared/reconcile';
import type { Call } from '../../../shared/route';
import { rowsOf } from '../../../shared/rows';
import type { Club } from '../../club';

const OWN: Call = 'GET /Athletes/{userId}/UserSubscriptions';

/** Whether an assignment is what a create asked for; times are compared as moments. */
function isWanted(assignment: IDataObject, body: IDataObject): boolean {
	return ['ClassSubscriptionId', 'ClassSubscriptionPlanId', 'From', 'To', 'MaxActivities'].every((name) => {
		const [has, wanted] = [assignment[name], body[name]];
		if (wanted === undefined) return true;
		return name === 'From' || name === 'To' ? Date.parse(String(has)) === Date.parse(String(wanted)) : has === wanted;
	});
}

/**
 * Assigns a product or a plan to an athlete, and never twice: when the answer is unclear, the athlete's list tells
 * whether an equal assignment has come that this run has not made itself.
 */
export async function assign(club: Club, call: Call, body: IDataObject): Promise<IDataObject> {
	const read = async () => rowsOf(await club.send(OWN, { params: { userId: body.UserId } }));
	const made = madeBy(club);
	const { record, found } = await createOnce(
		async () => await club.send(call, { body }),
		async () => {
			const equal = (await read()).filter((row) => isWanted(row, body) && !made.has(row.UserClassSubscriptionId));
			return equal.sort((a, b) => Number(b.UserClassSubscriptionId) - Number(a.UserClassSubscriptionId))[0];
		},
	);
	made.add(record.UserClassSubscriptionId);
	return found ? { ...record, Reconciled: true } : record;
}

/** Ids of the assignments that a run has made, so that an earlier item's is not taken for a later one's. */
const madeInRun = new WeakMap<Club, Set<unknown>>();

function madeBy(club: Club): Set<unknown> {
	const made = madeInRun.get(club) ?? new Set();
	madeInRun.set(club, made);
	return made;
}
