import type { IDataObject } from 'n8n-workflow';
import { EVENT_TYPES } from '../../shared/api/eventSubjects';
import { rowsOf } from '../../shared/lists/pages';
import { InvalidInput } from '../../shared/transport/errors';
import { createOnce } from '../calls/writes';
import type { Field } from '../fields/field';
import { ADDITIONAL_FIELDS, additionalProperties, UPDATE_FIELDS } from '../fields/fields';
import { defineOperation, type Resource } from '../operation';
import { webhookSubscription as chosenSubscription } from '../pickers/webhookSubscriptions';
import { bodyOf } from '../run/plan';
import { checkReach, checkUrl, isShownAs } from '../run/urls';

const url = {
	displayName: 'URL',
	name: 'url',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://n8n.example.com/webhook/club',
	description: 'The public https URL for the events, e.g. https://n8n.example.com/webhook/club',
} as const satisfies Field;

const eventTypes = {
	displayName: 'Event Types',
	name: 'eventTypes',
	type: 'multiOptions',
	default: [],
	options: EVENT_TYPES.map(({ name, description }) => ({ name, value: name, description })),
	description: 'The events to receive',
} as const satisfies Field;

function checkValues({ url: address, eventTypes: names }: { url?: string; eventTypes?: unknown[] }): void {
	checkUrl(address);
	if (names === undefined || names.length > 0) return;
	throw new InvalidInput('"Event Types" must have at least one event', 'Choose the events to receive. Nothing was sent.');
}

/**
 * Whether a subscription sends these events to this address. The session hides the token of an address. One from before the request does
 * the same: a second one would deliver each event twice.
 */
function isRequested({ Url, EventTypes, ProvisioningState }: IDataObject, body: IDataObject): boolean {
	const eventsIn = (names: unknown) => (Array.isArray(names) ? names.map(String).sort().join() : '');
	const isAlive = !['Failed', 'Canceled', 'Deleting'].includes(String(ProvisioningState));
	return isAlive && isShownAs(String(body.Url), Url) && eventsIn(EventTypes) === eventsIn(body.EventTypes);
}

export const webhookSubscription: Resource = {
	value: 'webhookSubscription',
	name: 'Webhook Subscription',
	description: 'Where the club sends events',
	operations: [
		defineOperation({
			value: 'create',
			name: 'Create',
			action: 'Create webhook subscription',
			description: 'Make the club send events to a URL',
			calls: ['POST /Webhooks/Subscriptions', 'GET /Webhooks/Subscriptions'],
			fields: [
				{
					...url,
					required: true,
					description: `${url.description}. It must answer a validation request. In this n8n, use the Club Trigger.`,
				},
				{ ...eventTypes, required: true },
				{ ...ADDITIONAL_FIELDS, options: [additionalProperties] },
			],
			check: (values) => checkValues(values),
			async run(session, { url: address, eventTypes: names, additionalFields }) {
				checkReach(session, address);
				const body = bodyOf({ url: address, eventTypes: names, ...additionalFields });
				const { record, found } = await createOnce(
					session,
					async () => await session.send('POST /Webhooks/Subscriptions', { body }),
					async () => rowsOf(await session.send('GET /Webhooks/Subscriptions')).find((row) => isRequested(row, body)),
				);
				return found ? { ...record, Reconciled: true } : record;
			},
		}),
		defineOperation({
			value: 'delete',
			name: 'Delete',
			action: 'Delete webhook subscription',
			description: 'Stop the events to a URL permanently',
			notice:
				'Deletes the subscription for good. The workflow behind its URL gets no more events. To see what would be sent, add the option <b>Dry Run</b>.',
			calls: ['DELETE /Webhooks/Subscriptions/{subscriptionId}'],
			fields: [chosenSubscription],
		}),
		defineOperation({
			value: 'get',
			name: 'Get',
			action: 'Get webhook subscription',
			description: 'Get a webhook subscription by ID',
			calls: ['GET /Webhooks/Subscriptions/{subscriptionId}'],
			fields: [chosenSubscription],
		}),
		defineOperation({
			value: 'getAll',
			name: 'Get Many',
			action: 'Get many webhook subscriptions',
			description: 'Get many webhook subscriptions',
			calls: ['GET /Webhooks/Subscriptions'],
			fields: [],
			list: {},
		}),
		defineOperation({
			value: 'update',
			name: 'Update',
			action: 'Update webhook subscription',
			description: 'Update the URL or events of a subscription',
			calls: ['PUT /Webhooks/Subscriptions/{subscriptionId}'],
			fields: [chosenSubscription, { ...UPDATE_FIELDS, options: [additionalProperties, eventTypes, url] }],
			check: ({ updateFields }) => checkValues(updateFields),
			async run(session, { subscriptionId, updateFields }) {
				checkReach(session, updateFields.url);
				return await session.send('PUT /Webhooks/Subscriptions/{subscriptionId}', {
					params: { subscriptionId },
					body: bodyOf(updateFields),
				});
			},
		}),
	],
};
