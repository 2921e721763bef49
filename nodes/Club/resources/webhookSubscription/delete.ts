import { defineOperation } from '../../operation';
import { webhookSubscription } from '../../pickers/webhookSubscriptions';

export const remove = defineOperation({
	value: 'delete',
	name: 'Delete',
	action: 'Delete webhook subscription',
	description: 'Stop the events to a URL permanently',
	calls: ['DELETE /Webhooks/Subscriptions/{subscriptionId}'],
	fields: [webhookSubscription],
});
