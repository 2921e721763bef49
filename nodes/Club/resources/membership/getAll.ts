import { PROPERTIES } from '../../../shared/api/properties';
import type { IDataObject } from 'n8n-workflow';
import { hasSuspension, isActiveAt, withoutSuspension } from '../../../shared/api/facts';
import { rowsOf } from '../../../shared/lists/pages';
import { InvalidInput } from '../../../shared/transport/errors';
import { FILTERS, idFilters } from '../../fields/fields';
import { defineOperation } from '../../operation';
import { athleteFilter } from '../../pickers/people';
import type { Session } from '../../calls/session';
import { clock } from '../../../shared/transport/process';

/** Whether a membership is active now (§3.4). The spec does not show the values of a suspension, so the club is asked about those. */
async function isActiveNow(session: Session, membership: IDataObject): Promise<boolean> {
	if (!isActiveAt(withoutSuspension(membership), clock.now(), session.zone)) return false;
	if (!hasSuspension(membership)) return true;
	const id = membership.UserClassSubscriptionId as number;
	const active = rowsOf(await session.send('GET /UserSubscriptions/Active', { query: { fromId: id, toId: id, count: 1 } }));
	return active.some(({ UserClassSubscriptionId }) => UserClassSubscriptionId === id);
}

export const getAll = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many memberships',
	description: 'Get many memberships',
	calls: ['GET /UserSubscriptions', 'GET /UserSubscriptions/Active', 'GET /Athletes/{userId}/UserSubscriptions'],
	fields: [
		{
			...FILTERS,
			options: [
				{
					displayName: 'Active Only',
					name: 'activeOnly',
					type: 'boolean',
					default: true,
					api: false,
					description:
						'Whether to return only memberships that are active now. With "Athlete", each membership with a suspension takes one more call.',
				},
				athleteFilter,
				...idFilters,
			],
		},
	],
	simplify: PROPERTIES.userSubscription,
	choose: ({ filters }) =>
		filters.userId
			? 'GET /Athletes/{userId}/UserSubscriptions'
			: filters.activeOnly
				? 'GET /UserSubscriptions/Active'
				: 'GET /UserSubscriptions',
	list: {
		newestBy: 'UserClassSubscriptionId',
		keep: ({ filters: { activeOnly, userId } }, session) =>
			activeOnly && userId ? async (row) => await isActiveNow(session, row) : undefined,
	},
	check({ filters }) {
		if (filters.userId === undefined || (filters.fromId === undefined && filters.toId === undefined)) return;
		throw new InvalidInput(
			'The memberships of one athlete cannot be filtered by ID',
			'Leave out "From ID" and "To ID", or "Athlete". Nothing was sent.',
		);
	},
});
