import { InvalidInput } from '../../../shared/transport/errors';
import { MAX_COUNT } from '../../../shared/api/limits';
import { additionalProperties, byIdDirection, idFilters } from '../../fields';
import type { Resource } from '../../operation';
import { defineOperation } from '../../operation';
import { assignment } from '../../pickers/assignments';
import { athleteFilter } from '../../pickers/athletes';
import { create, createFromPlan } from './create';
import { ASSIGNMENT_PROPERTIES, IN_USE } from './fields';
import { update } from './update';

const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get user subscription',
	description: 'Retrieve one assignment of a subscription product',
	calls: ['GET /UserSubscriptions/{userSubscriptionId}'],
	fields: [assignment],
	simplify: ASSIGNMENT_PROPERTIES,
});

const getAll = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many user subscriptions',
	description: 'Retrieve the assignments of the club, those active now, or those of one athlete',
	calls: ['GET /UserSubscriptions', 'GET /UserSubscriptions/Active', 'GET /Athletes/{userId}/UserSubscriptions'],
	fields: [
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add filter',
			default: {},
			options: [
				{
					displayName: 'Active Only',
					name: 'activeOnly',
					type: 'boolean',
					default: true,
					description: 'Whether to return only assignments that are active now. Not together with "Athlete".',
				},
				athleteFilter,
				...idFilters,
			],
		},
	],
	simplify: ASSIGNMENT_PROPERTIES,
	choose: ({ filters }) =>
		filters.activeOnly
			? 'GET /UserSubscriptions/Active'
			: filters.userId
				? 'GET /Athletes/{userId}/UserSubscriptions'
				: 'GET /UserSubscriptions',
	list: {
		maxCount: MAX_COUNT.userSubscriptions,
		orderedBy: 'UserClassSubscriptionId',
		direction: byIdDirection,
		whole: ({ filters }) => filters.userId !== undefined,
	},
	check({ filters }) {
		if (filters.userId === undefined) return;
		if (filters.activeOnly) {
			throw new InvalidInput('Active assignments are read for the whole club, not for one athlete', 'Leave out "Active Only" or "Athlete". Nothing was sent.');
		}
		if (filters.fromId !== undefined || filters.toId !== undefined) {
			throw new InvalidInput('The assignments of an athlete have no ID bounds', 'Leave out "From ID" and "To ID", or "Athlete". Nothing was sent.');
		}
	},
});

const remove = defineOperation({
	value: 'delete',
	name: 'Delete',
	action: 'Delete user subscription',
	description: 'Delete an assignment permanently; the last state of it comes back',
	calls: ['DELETE /UserSubscriptions/{userSubscriptionId}'],
	fields: [assignment],
	advice: IN_USE,
});

const suspend = defineOperation({
	value: 'suspend',
	name: 'Suspend',
	action: 'Suspend user subscription',
	description: 'Suspend an assignment now or from a date on, or change a suspension',
	calls: ['POST /UserSubscriptions/{userSubscriptionId}/Suspension'],
	fields: [
		assignment,
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add field',
			default: {},
			options: [
				additionalProperties,
				{
					displayName: 'Reactivation Date',
					name: 'reactivationDate',
					type: 'dateTime',
					default: '',
					description: 'When the assignment becomes active again by itself, e.g. 2027-01-02T00:00:00',
				},
				{
					displayName: 'Suspension Start',
					name: 'suspensionStartUTC',
					type: 'dateTime',
					default: '',
					description: 'When the suspension begins, e.g. 2026-12-24T00:00:00; now when left out',
				},
			],
		},
	],
	advice: IN_USE,
});

const reactivate = defineOperation({
	value: 'reactivate',
	name: 'Reactivate',
	action: 'Reactivate user subscription',
	description: 'End a suspension, or cancel one that has not begun. Does no harm where there is none.',
	calls: ['DELETE /UserSubscriptions/{userSubscriptionId}/Suspension'],
	fields: [assignment],
	run: async (club, { userSubscriptionId }) =>
		await club.send('DELETE /UserSubscriptions/{userSubscriptionId}/Suspension', { params: { userSubscriptionId } }),
});

export const userSubscription: Resource = {
	value: 'userSubscription',
	name: 'User Subscription',
	description: 'A subscription product assigned to an athlete',
	operations: [create, createFromPlan, remove, get, getAll, reactivate, suspend, update],
};
