import { defineOperation } from '../../operation';
import { membership } from '../../pickers/memberships';
import { IN_USE, noMembership } from './fields';

export const remove = defineOperation({
	value: 'delete',
	name: 'Delete',
	action: 'Delete membership',
	description: 'Delete a membership permanently',
	calls: ['DELETE /UserSubscriptions/{userSubscriptionId}'],
	fields: [membership],
	advice: (ids) => ({ ...IN_USE, ...noMembership(ids) }),
});
