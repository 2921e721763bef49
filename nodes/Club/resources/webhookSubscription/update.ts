import { bodyOf } from '../../run/plan';
import { UPDATE_FIELDS, additionalProperties } from '../../fields/fields';
import { defineOperation } from '../../operation';
import { webhookSubscription } from '../../pickers/webhookSubscriptions';
import { checkReach } from '../../run/urls';
import { checkValues, eventTypes, url } from './create';

export const update = defineOperation({
	value: 'update',
	name: 'Update',
	action: 'Update webhook subscription',
	description: 'Update the URL or events of a subscription',
	calls: ['PUT /Webhooks/Subscriptions/{subscriptionId}'],
	fields: [webhookSubscription, { ...UPDATE_FIELDS, options: [additionalProperties, eventTypes, url] }],
	check: ({ updateFields }) => checkValues(updateFields),
	async run(session, { subscriptionId, updateFields }) {
		checkReach(session, updateFields.url);
		return await session.send('PUT /Webhooks/Subscriptions/{subscriptionId}', { params: { subscriptionId }, body: bodyOf(updateFields) });
	},
});
