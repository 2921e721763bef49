import { InvalidInput } from '../../../shared/transport/errors';
import { idFilters } from '../../fields';
import { defineOperation } from '../../operation';
import { athleteFilter } from '../../pickers/athletes';
import { ASSIGNMENT_PROPERTIES } from './fields';

export const getAll = defineOperation({
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
					api: false,
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
	list: {},
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
