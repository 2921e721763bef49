import { PROPERTIES } from '../../../shared/api/properties';
import { defineOperation } from '../../operation';
import { membership } from '../../pickers/memberships';
import { noMembership } from './fields';

export const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get membership',
	description: 'Get a membership by ID',
	calls: ['GET /UserSubscriptions/{userSubscriptionId}'],
	fields: [membership],
	advice: noMembership,
	simplify: PROPERTIES.userSubscription,
});
