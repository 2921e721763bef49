import { defineOperation } from '../../operation';
import { assignment } from '../../pickers/assignments';
import { IN_USE } from './fields';

export const remove = defineOperation({
	value: 'delete',
	name: 'Delete',
	action: 'Delete user subscription',
	description:
		'Delete an assignment permanently, which cannot be undone; the last state of it comes back. To pause a membership, suspend it instead.',
	calls: ['DELETE /UserSubscriptions/{userSubscriptionId}'],
	fields: [assignment],
	advice: IN_USE,
});
