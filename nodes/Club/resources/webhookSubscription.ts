import { InvalidInput } from '../../shared/transport/errors';
import { EVENT_TYPES } from '../../shared/api/events';
import { bodyOf } from '../naming';
import { isLoopback, isPublicAddress } from '../../shared/transport/publicAddress';
import type { Club } from '../club';
import type { Field, Resource } from '../operation';
import { defineOperation } from '../operation';
import { webhookSubscription as which } from '../pickers/webhookSubscriptions';

const url = {
	displayName: 'URL',
	name: 'url',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://n8n.example.com/webhook/club',
	description: 'The public https address that receives the events',
} as const satisfies Field;

const eventTypes = {
	displayName: 'Event Types',
	name: 'eventTypes',
	type: 'multiOptions',
	default: [],
	options: EVENT_TYPES.map(({ name, description }) => ({ name, value: name, description })),
	description: 'The events to receive',
} as const satisfies Field;

/** An address of events must be https; a sandbox on this machine takes its own too. */
function checkUrl(address: string | undefined): void {
	if (address === undefined) return;
	const parsed = URL.canParse(address) ? new URL(address) : undefined;
	if (parsed?.protocol === 'https:' || (parsed?.protocol === 'http:' && isLoopback(parsed.hostname))) return;
	throw new InvalidInput('"URL" must be an https address', 'Enter the public address that receives the events. Nothing was sent.');
}

function checkEvents(names: unknown[] | undefined): void {
	if (names === undefined || names.length > 0) return;
	throw new InvalidInput('"Event Types" must name at least one event', 'Choose the events to receive. Nothing was sent.');
}

/** The address must be one that the club can reach; beside a sandbox on this machine that is one of this machine too. */
function checkReach({ origin }: Club, address: string | undefined): void {
	if (address === undefined || isPublicAddress(address, origin)) return;
	throw new InvalidInput(
		'"URL" is an address of this machine or of a private network, which the club cannot reach',
		'Enter a public https address. Nothing was sent.',
	);
}

const create = defineOperation({
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
	async run(club, values) {
		checkReach(club, values.url);
		return await club.send('POST /Webhooks/Subscriptions', { body: bodyOf({ url: values.url, eventTypes: values.eventTypes }) });
	},
});

const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get webhook subscription',
	description: 'Retrieve a webhook subscription with its state; Succeeded means that events are delivered',
	calls: ['GET /Webhooks/Subscriptions/{subscriptionId}'],
	fields: [which],
});

const getAll = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many webhook subscriptions',
	description: 'Retrieve a list of webhook subscriptions with their states',
	calls: ['GET /Webhooks/Subscriptions'],
	fields: [],
	list: { maxCount: Number.MAX_SAFE_INTEGER, whole: () => true },
});

const update = defineOperation({
	value: 'update',
	name: 'Update',
	action: 'Update webhook subscription',
	description: 'Change the events or the address of a webhook subscription. A new address is validated again.',
	calls: ['PUT /Webhooks/Subscriptions/{subscriptionId}'],
	fields: [
		which,
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add field',
			default: {},
			options: [eventTypes, url],
		},
	],
	check({ updateFields }) {
		checkUrl(updateFields.url);
		checkEvents(updateFields.eventTypes);
		if (Object.keys(bodyOf(updateFields)).length > 0) return;
		throw new InvalidInput('There is nothing to update', 'Add at least one of "Update Fields". Nothing was sent.');
	},
	async run(club, { subscriptionId, updateFields }) {
		checkReach(club, updateFields.url);
		return await club.send('PUT /Webhooks/Subscriptions/{subscriptionId}', { params: { subscriptionId }, body: bodyOf(updateFields) });
	},
});

const remove = defineOperation({
	value: 'delete',
	name: 'Delete',
	action: 'Delete webhook subscription',
	description: 'Stop the delivery of events to an address permanently',
	calls: ['DELETE /Webhooks/Subscriptions/{subscriptionId}'],
	fields: [which],
});

export const webhookSubscription: Resource = {
	value: 'webhookSubscription',
	name: 'Webhook Subscription',
	description: 'Where the club sends its events',
	operations: [create, remove, get, getAll, update],
};
