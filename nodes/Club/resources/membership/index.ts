import { PROPERTIES } from '../../../shared/api/properties';
import { defineOperation, type Resource } from '../../operation';
import { membership as chosenMembership } from '../../pickers/memberships';
import { create, createFromPlan } from './create';
import { IN_USE, NO_MEMBERSHIP } from './fields';
import { getAll } from './getAll';
import { suspend } from './suspend';
import { update } from './update';

export const membership: Resource = {
	value: 'membership',
	name: 'Membership',
	description: 'A product that an athlete has',
	operations: [
		create,
		createFromPlan,
		defineOperation({
			value: 'delete',
			name: 'Delete',
			action: 'Delete membership',
			description: 'Delete a membership permanently',
			notice:
				'Deletes the membership for good, whatever is left of it. Nothing is moved to another one. To see what would be sent, add the option <b>Dry Run</b>.',
			calls: ['DELETE /UserSubscriptions/{userSubscriptionId}'],
			fields: [chosenMembership],
			advice: { ...IN_USE, ...NO_MEMBERSHIP },
		}),
		defineOperation({
			value: 'get',
			name: 'Get',
			action: 'Get membership',
			description: 'Get a membership by ID',
			calls: ['GET /UserSubscriptions/{userSubscriptionId}'],
			fields: [chosenMembership],
			advice: NO_MEMBERSHIP,
			simplify: PROPERTIES.userSubscription,
		}),
		getAll,
		defineOperation({
			value: 'reactivate',
			name: 'Reactivate',
			action: 'Reactivate membership',
			description: 'End the freeze of a membership',
			calls: ['DELETE /UserSubscriptions/{userSubscriptionId}/Suspension'],
			fields: [chosenMembership],
			advice: NO_MEMBERSHIP,
			run: async (session, { userSubscriptionId }) =>
				await session.send('DELETE /UserSubscriptions/{userSubscriptionId}/Suspension', {
					params: await session.resolve({ userSubscriptionId }),
				}),
		}),
		suspend,
		update,
	],
};
