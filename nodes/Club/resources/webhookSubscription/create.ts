import { bodyOf } from '../../naming';
import { defineOperation } from '../../operation';
import { checkEvents, checkReach, checkUrl, eventTypes, url } from './fields';

export const create = defineOperation({
	value: 'create',
	name: 'Create',
	action: 'Create webhook subscription',
	description: 'Let the club send events to an address, which must answer a validation first. For a workflow of this n8n, use the Club Trigger.',
	calls: ['POST /Webhooks/Subscriptions'],
	fields: [
		{ ...url, required: true },
		{ ...eventTypes, required: true },
	],
	check(values) {
		checkUrl(values.url);
		checkEvents(values.eventTypes);
	},
	async run(session, values) {
		checkReach(session, values.url);
		return await session.send('POST /Webhooks/Subscriptions', { body: bodyOf({ url: values.url, eventTypes: values.eventTypes }) });
	},
});
