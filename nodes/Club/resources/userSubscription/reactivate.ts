import { defineOperation } from '../../operation';
import { assignment } from '../../pickers/assignments';

export const reactivate = defineOperation({
	value: 'reactivate',
	name: 'Reactivate',
	action: 'Reactivate membership',
	description: 'End a suspension, or cancel one that has not begun. Does no harm where there is none.',
	calls: ['DELETE /UserSubscriptions/{userSubscriptionId}/Suspension'],
	fields: [assignment],
	summary: ({ membership }) => `End the freeze of ${membership}`,
	run: async (session, { userSubscriptionId }) =>
		await session.send('DELETE /UserSubscriptions/{userSubscriptionId}/Suspension', { params: { userSubscriptionId } }),
});
