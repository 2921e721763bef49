import { PROPERTIES } from '../../../shared/api/properties';
import { defineOperation } from '../../operation';
import { assignment } from '../../pickers/assignments';

export const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get user subscription',
	description: 'Retrieve one assignment of a subscription product',
	calls: ['GET /UserSubscriptions/{userSubscriptionId}'],
	fields: [assignment],
	simplify: PROPERTIES.userSubscription,
});
