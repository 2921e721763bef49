import { defineOperation } from '../../operation';
import { assignment } from '../../pickers/memberships';
import { IN_USE } from './fields';

export const remove = defineOperation({
	value: 'delete',
	name: 'Delete',
	action: 'Delete membership',
	description: 'Delete a membership permanently',
	calls: ['DELETE /UserSubscriptions/{userSubscriptionId}'],
	fields: [assignment],
	advice: IN_USE,
});
