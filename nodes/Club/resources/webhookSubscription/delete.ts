import { defineOperation } from '../../operation';
import { webhookSubscription } from '../../pickers/webhookSubscriptions';

export const remove = defineOperation({
	value: 'delete',
	name: 'Delete',
	action: 'Delete webhook subscription',
	description:
		'Stop the delivery of events to an address permanently, which cannot be undone. For fewer events or another address, use Update.',
	calls: ['DELETE /Webhooks/Subscriptions/{subscriptionId}'],
	fields: [webhookSubscription],
	summary: ({ record }) => `Stop the events to ${String(record?.Url)} for good`,
});
