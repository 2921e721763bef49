import { defineOperation } from '../../operation';
import { assignment } from '../../pickers/memberships';
import { IN_USE } from './fields';

export const remove = defineOperation({
	value: 'delete',
	name: 'Delete',
	action: 'Delete membership',
	description: 'Delete a membership permanently, which cannot be undone; its last state comes back. To pause it, use Suspend.',
	calls: ['DELETE /UserSubscriptions/{userSubscriptionId}'],
	fields: [assignment],
	summary: ({ membership }) => `Delete ${membership} for good`,
	advice: IN_USE,
});
