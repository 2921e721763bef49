import { defineOperation } from '../../operation';
import { webhookSubscription } from '../../pickers/webhookSubscriptions';

export const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get webhook subscription',
	description: 'Get a webhook subscription by ID',
	calls: ['GET /Webhooks/Subscriptions/{subscriptionId}'],
	fields: [webhookSubscription],
});
