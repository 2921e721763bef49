import { defineOperation } from '../../operation';
import { webhookSubscription } from '../../pickers/webhookSubscriptions';

export const remove = defineOperation({
	value: 'delete',
	name: 'Delete',
	action: 'Delete webhook subscription',
	description: 'Stop the events to a URL permanently',
	notice:
		'Deletes the subscription for good. The workflow behind its URL gets no more events. To see what would be sent, add the option <b>Dry Run</b>.',
	calls: ['DELETE /Webhooks/Subscriptions/{subscriptionId}'],
	fields: [webhookSubscription],
});
