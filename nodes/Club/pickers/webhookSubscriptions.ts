import type { Field } from '../field';
import { opaqueId } from '../values';
import type { Picker } from './picker';

/** What a state means to a user (§3.5). */
const STATES: Readonly<Record<string, string>> = {
	Creating: 'being set up',
	Updating: 'being changed',
	Deleting: 'being removed',
	Succeeded: 'active',
	AwaitingManualAction: 'waits for its address to be confirmed',
	Failed: 'failed: its address could not be confirmed',
	Canceled: 'canceled',
};

/** An address without the token that makes it secret. */
const withoutQuery = (url: unknown): string => String(url ?? '').split('?')[0];

/** The webhook subscriptions of the club (§4.7), with the state in words. */
export const webhookSubscriptions: Picker = {
	call: 'GET /Webhooks/Subscriptions',
	item: (row) => ({
		name: `${withoutQuery(row.Url)} (${STATES[String(row.ProvisioningState)] ?? String(row.ProvisioningState)})`,
		value: String(row.SubscriptionId),
	}),
};

/** The webhook subscription that an operation is about. */
export const webhookSubscription = {
	displayName: 'Webhook Subscription',
	name: 'subscriptionId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	check: opaqueId,
	description:
		'The webhook subscription, chosen from the list or by its SubscriptionId, e.g. ws_1, which Webhook Subscription > Get Many gives',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a webhook subscription...',
			typeOptions: { searchListMethod: 'searchWebhookSubscriptions', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. {{ $json.SubscriptionId }}',
		},
	],
} as const satisfies Field;
