import { defineOperation } from '../../operation';
import { assignment } from '../../pickers/memberships';

export const reactivate = defineOperation({
	value: 'reactivate',
	name: 'Reactivate',
	action: 'Reactivate membership',
	description: 'End the freeze of a membership',
	calls: ['DELETE /UserSubscriptions/{userSubscriptionId}/Suspension'],
	fields: [assignment],
	run: async (session, { userSubscriptionId }) =>
		await session.send('DELETE /UserSubscriptions/{userSubscriptionId}/Suspension', { params: { userSubscriptionId } }),
});
