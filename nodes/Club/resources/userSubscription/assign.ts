import type { IDataObject } from 'n8n-workflow';
import { timeIn } from '../../../shared/api/time';
import { isKept } from '../../assignment';
import { ClubError } from '../../../shared/transport/errors';
import { createOnce } from '../../createOnce';
import { rowsOf } from '../../../shared/records/paging';
import type { Session } from '../../session';

const idOf = (assignment: IDataObject): number => Number(assignment.UserClassSubscriptionId) || 0;

/** The largest id of an assignment that a run has met. */
export interface Met {
	lastId: number;
}

/** What the items of a run share: none of their creates may find what another has made. */
export const noneMet = (): Met => ({ lastId: 0 });

/** Whether an assignment is what a create asked for. */
function isWanted(assignment: IDataObject, body: IDataObject, zone: string): boolean {
	return ['ClassSubscriptionId', 'ClassSubscriptionPlanId', 'From', 'To', 'MaxActivities'].every((name) => {
		const [has, wanted] = [assignment[name], body[name]];
		if (wanted === undefined) return true;
		return name === 'From' || name === 'To' ? isKept(timeIn(body, name, zone), timeIn(assignment, name, zone)) : has === wanted;
	});
}

/** Whether an assignment may be the wanted one, but does not tell its plan, which is optional (§2.11). */
const mayBeWanted = (assignment: IDataObject, body: IDataObject, zone: string): boolean =>
	(assignment.ClassSubscriptionPlanId ?? null) === null &&
	isWanted({ ...assignment, ClassSubscriptionPlanId: body.ClassSubscriptionPlanId }, body, zone);

/**
 * The assignment that a create has brought about: the newest of the athlete's, since ids grow (§4.6), newer than any that
 * this run had met before, and with nothing used of it yet (§2.11). An older one that is equal was there before.
 * @throws ClubError where the newest may be the one, but does not tell its plan
 */
function newest(assignments: IDataObject[], body: IDataObject, lastKnown: number, zone: string): IDataObject | undefined {
	const last = assignments.reduce<IDataObject | undefined>((best, row) => (best && idOf(best) >= idOf(row) ? best : row), undefined);
	if (!last || idOf(last) <= lastKnown || last.AvailableActivities !== last.MaxActivities) return undefined;
	if (isWanted(last, body, zone)) return last;
	if (!mayBeWanted(last, body, zone)) return undefined;
	throw new ClubError('An assignment from this date does not tell its plan', { description: 'It may be the wanted one or another.' });
}

/**
 * Assigns a product or a plan to an athlete, and never twice: when the answer is unclear, the athlete's list tells
 * whether the assignment has come.
 */
export async function assign(
	session: Session,
	met: Met,
	call: 'POST /UserSubscriptions' | 'POST /UserSubscriptions/Plans',
	body: IDataObject,
): Promise<IDataObject> {
	const { lastId } = met;
	const meet = (assignments: IDataObject[]) => (met.lastId = Math.max(met.lastId, ...assignments.map(idOf)));
	const { record, found } = await createOnce(
		session,
		async () => await session.send(call, { body }),
		async () => {
			const assignments = rowsOf(await session.send('GET /Athletes/{userId}/UserSubscriptions', { params: { userId: body.UserId } }));
			meet(assignments);
			return newest(assignments, body, lastId, session.zone);
		},
	);
	meet([record]);
	return found ? { ...record, Reconciled: true } : record;
}
