import { defineOperation } from '../../operation';
import { webhookSubscription } from '../../pickers/webhookSubscriptions';

export const remove = defineOperation({
	value: 'delete',
	name: 'Delete',
	action: 'Delete webhook subscription',
	description: 'Permanently stop the delivery of events to a URL. This cannot be undone. To change the events or the URL, use Update.',
	calls: ['DELETE /Webhooks/Subscriptions/{subscriptionId}'],
	fields: [webhookSubscription],
});
