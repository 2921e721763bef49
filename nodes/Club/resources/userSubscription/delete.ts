import { defineOperation } from '../../operation';
import { assignment } from '../../pickers/memberships';
import { IN_USE } from './fields';

export const remove = defineOperation({
	value: 'delete',
	name: 'Delete',
	action: 'Delete membership',
	description:
		'Permanently delete a membership. This cannot be undone. Returns the membership as it was before the deletion. To pause a membership, use Suspend.',
	calls: ['DELETE /UserSubscriptions/{userSubscriptionId}'],
	fields: [assignment],
	advice: IN_USE,
});
