import { PROPERTIES } from '../../../shared/api/properties';
import { defineOperation } from '../../operation';
import { assignment } from '../../pickers/memberships';

export const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get membership',
	description: 'Retrieve one membership of an athlete by its ID. For all that an athlete has, use Get Many.',
	calls: ['GET /UserSubscriptions/{userSubscriptionId}'],
	fields: [assignment],
	simplify: PROPERTIES.userSubscription,
});
