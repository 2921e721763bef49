import { defineOperation } from '../../operation';
import { assignment } from '../../pickers/memberships';
import { noMembership } from './fields';

export const reactivate = defineOperation({
	value: 'reactivate',
	name: 'Reactivate',
	action: 'Reactivate membership',
	description: 'End the freeze of a membership',
	calls: ['DELETE /UserSubscriptions/{userSubscriptionId}/Suspension'],
	fields: [assignment],
	advice: noMembership,
	run: async (session, { userSubscriptionId }) =>
		await session.send('DELETE /UserSubscriptions/{userSubscriptionId}/Suspension', { params: { userSubscriptionId } }),
});
