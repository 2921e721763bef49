import { defineOperation } from '../../operation';
import { assignment } from '../../pickers/assignments';
import { IN_USE } from './fields';

export const remove = defineOperation({
	value: 'delete',
	name: 'Delete',
	action: 'Delete user subscription',
	description: 'Delete an assignment permanently; the last state of it comes back',
	calls: ['DELETE /UserSubscriptions/{userSubscriptionId}'],
	fields: [assignment],
	advice: IN_USE,
});
