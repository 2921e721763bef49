import { defineOperation } from '../../operation';
import { membership } from '../../pickers/memberships';
import { IN_USE, noMembership } from './fields';

export const remove = defineOperation({
	value: 'delete',
	name: 'Delete',
	action: 'Delete membership',
	description: 'Delete a membership permanently',
	notice:
		'Deletes the membership for good, whatever is left of it. Nothing is moved to another one. To see what would be sent, add the option <b>Dry Run</b>.',
	calls: ['DELETE /UserSubscriptions/{userSubscriptionId}'],
	fields: [membership],
	advice: (ids) => ({ ...IN_USE, ...noMembership(ids) }),
});
