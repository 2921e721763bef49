import type { IDataObject } from 'n8n-workflow';
import { timeIn } from '../../../shared/api/time';
import { isKept } from '../../assignment';
import { newestFirst } from '../../../shared/api/endpoints';
import { attempt } from '../../../shared/transport/errors';
import { createOnce, Doubt } from '../../writes';
import { rowsOf } from '../../../shared/records/paging';
import type { Session } from '../../session';

const idOf = (assignment: IDataObject): number => Number(assignment.UserClassSubscriptionId) || 0;

/** The largest id of an assignment that a run knows of; none before its first create, or where the club does not tell. */
export interface Known {
	lastId?: number;
}

/** What the items of a run share: none of their creates may find what was there before, or what another has made. */
export const noneKnown = (): Known => ({});

/** Whether an assignment is what a create asked for. A club may keep whole days of its dates. @reading assignmentDays */
function isWanted(assignment: IDataObject, body: IDataObject, zone: string): boolean {
	return ['ClassSubscriptionId', 'ClassSubscriptionPlanId', 'From', 'To', 'MaxActivities'].every((name) => {
		const [has, wanted] = [assignment[name], body[name]];
		if (wanted === undefined) return true;
		return name === 'From' || name === 'To' ? isKept(timeIn(body, name, zone), timeIn(assignment, name, zone)) : has === wanted;
	});
}

/**
 * The assignment that a create has brought about: the newest of the athlete's of this product, since ids grow (§4.6), and newer than
 * any that was known before. One that is not what was asked for, or may have been there before, is for the user to judge.
 */
function newest(
	assignments: IDataObject[],
	body: IDataObject,
	lastKnown: number | undefined,
	zone: string,
): IDataObject | Doubt | undefined {
	const [last] = assignments
		.filter((row) => idOf(row) > (lastKnown ?? 0) && isWanted(row, { ClassSubscriptionId: body.ClassSubscriptionId }, zone))
		.sort((one, other) => idOf(other) - idOf(one));
	if (!last || (lastKnown !== undefined && isWanted(last, body, zone))) return last;
	const { UserClassSubscriptionId: id, ClassSubscriptionId: product, From, To } = last;
	const dates = `from ${String(From)} to ${String(To)}`;
	return new Doubt(
		`The athlete has the membership ${String(id)} of the product ${String(product)}, ${dates}: is it this one? It was not sent again, since it may be.`,
	);
}

/** The largest id of an assignment of the club, before a run creates any; what is equal and older is another one (§2.11). */
async function lastIdIn(session: Session): Promise<number | undefined> {
	const outcome = await attempt(session.send('GET /UserSubscriptions', { query: { ...newestFirst('GET /UserSubscriptions'), count: 1 } }));
	return 'value' in outcome ? Math.max(0, ...rowsOf(outcome.value).map(idOf)) : undefined;
}

/**
 * Assigns a product or a plan to an athlete, and never twice: when the answer is unclear, the athlete's list tells
 * whether the assignment has come.
 */
export async function assign(
	session: Session,
	known: Known,
	call: 'POST /UserSubscriptions' | 'POST /UserSubscriptions/Plans',
	body: IDataObject,
): Promise<IDataObject> {
	if (session.isShownFirst) {
		// This list was read a moment ago, for the code, and tells as much of this athlete.
		const own = await session.send('GET /Athletes/{userId}/UserSubscriptions', { params: { userId: body.UserId } });
		known.lastId = Math.max(known.lastId ?? 0, ...rowsOf(own).map(idOf));
	} else known.lastId ??= await lastIdIn(session);
	const { lastId } = known;
	const note = (assignments: IDataObject[]) => {
		known.lastId = Math.max(known.lastId ?? 0, ...assignments.map(idOf)) || known.lastId;
	};
	const { record, found } = await createOnce(
		session,
		async () => await session.send(call, { body }),
		async () => {
			const assignments = rowsOf(await session.send('GET /Athletes/{userId}/UserSubscriptions', { params: { userId: body.UserId } }));
			note(assignments);
			return newest(assignments, body, lastId, session.zone);
		},
	);
	note([record]);
	return found ? { ...record, Reconciled: true } : record;
}
