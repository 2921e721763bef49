import { defineOperation } from '../../operation';
import { webhookSubscription } from '../../pickers/webhookSubscriptions';

export const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get webhook subscription',
	description:
		'Retrieve a webhook subscription with its state; Succeeded means that events are delivered. For all addresses, use Get Many.',
	calls: ['GET /Webhooks/Subscriptions/{subscriptionId}'],
	fields: [webhookSubscription],
});
