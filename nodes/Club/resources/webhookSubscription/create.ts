import { bodyOf } from '../../plan';
import { additionalProperties } from '../../fields';
import { defineOperation } from '../../operation';
import { checkReach, checkUrl } from '../../urls';
import { checkEvents, eventTypes, url } from './fields';

export const create = defineOperation({
	value: 'create',
	name: 'Create',
	action: 'Create webhook subscription',
	description: 'Make the club send events to a URL',
	calls: ['POST /Webhooks/Subscriptions'],
	fields: [
		{
			...url,
			required: true,
			description: `${url.description}. It must answer a validation request first. For a workflow in this n8n, use the Club Trigger.`,
		},
		{ ...eventTypes, required: true },
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add field',
			default: {},
			options: [additionalProperties],
		},
	],
	check(values) {
		checkUrl(values.url);
		checkEvents(values.eventTypes);
	},
	async run(session, { url: address, eventTypes: names, additionalFields }) {
		checkReach(session, address);
		return await session.send('POST /Webhooks/Subscriptions', { body: bodyOf({ url: address, eventTypes: names, ...additionalFields }) });
	},
});
