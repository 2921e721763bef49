import { defineOperation } from '../../operation';
import { membership } from '../../pickers/memberships';
import { noMembership } from './fields';

export const reactivate = defineOperation({
	value: 'reactivate',
	name: 'Reactivate',
	action: 'Reactivate membership',
	description: 'End the freeze of a membership',
	calls: ['DELETE /UserSubscriptions/{userSubscriptionId}/Suspension'],
	fields: [membership],
	advice: noMembership,
	run: async (session, { userSubscriptionId }) =>
		await session.send('DELETE /UserSubscriptions/{userSubscriptionId}/Suspension', {
			params: await session.resolve({ userSubscriptionId }),
		}),
});
