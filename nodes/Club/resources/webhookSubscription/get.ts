import { defineOperation } from '../../operation';
import { webhookSubscription } from '../../pickers/webhookSubscriptions';

export const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get webhook subscription',
	description:
		'Retrieve one webhook subscription with its state. The state Succeeded means that events are delivered. For all webhook subscriptions, use Get Many.',
	calls: ['GET /Webhooks/Subscriptions/{subscriptionId}'],
	fields: [webhookSubscription],
});
