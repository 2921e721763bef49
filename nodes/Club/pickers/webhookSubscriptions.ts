import type { IDataObject } from 'n8n-workflow';
import { EVENT_TYPES } from '../../shared/api/eventSubjects';
import { titlesOf } from '../../shared/events/panel';
import type { Field } from '../fields/field';
import { opaqueId } from '../fields/checks';
import { fromList, LOCATOR, type Picker } from './picker';

const STATES: Readonly<Record<string, string>> = {
	Creating: 'being set up',
	Updating: 'being changed',
	Deleting: 'being removed',
	Succeeded: 'active',
	AwaitingManualAction: 'waiting for confirmation',
	Failed: 'failed',
	Canceled: 'canceled',
};

const withoutQuery = (url: unknown): string => String(url ?? '').split('?')[0];

/** Max characters of the end of an address, which distinguishes two triggers of one n8n. */
const MAX_END_LENGTH = 24;

/** A short form of an address that is still distinct: the first part of its UUID, or its end, and its host. */
function shortAddress(url: unknown): string {
	const [, host, path] = /^\w+:\/\/([^/]*)(|\/.*)$/.exec(withoutQuery(url)) ?? [undefined, '', withoutQuery(url)];
	const [id] = /[0-9a-f]{8}(?=-[0-9a-f]{4}-)/i.exec(path) ?? [];
	const end = id ? `…/${id}` : path.length > MAX_END_LENGTH ? `…${path.slice(-MAX_END_LENGTH)}` : path;
	return host ? `${end} at ${host}` : end;
}

const TITLES: ReadonlyMap<unknown, string> = new Map(Object.entries(titlesOf(EVENT_TYPES)));

function eventsOf({ EventTypes }: IDataObject): string {
	const [first = 'Events not shown', ...more] = (Array.isArray(EventTypes) ? EventTypes : []).map(
		(name) => TITLES.get(name) ?? String(name),
	);
	return more.length > 0 ? `${first} and ${more.length} more` : first;
}

export const webhookSubscriptions: Picker = {
	call: 'GET /Webhooks/Subscriptions',
	item: (row) => ({
		name: `${eventsOf(row)}, ${STATES[String(row.ProvisioningState)] ?? String(row.ProvisioningState)}: ${shortAddress(row.Url)}`,
		value: String(row.SubscriptionId),
	}),
	further: ({ Url }) => withoutQuery(Url),
};

export const webhookSubscription = {
	...LOCATOR,
	displayName: 'Webhook Subscription',
	name: 'subscriptionId',
	check: opaqueId,
	description: 'The webhook subscription, from the list or by its SubscriptionId, e.g. ws_1, which Webhook Subscription > Get Many gives',
	modes: [
		fromList('searchWebhookSubscriptions', 'Select a webhook subscription...'),
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. {{ $json.SubscriptionId }}',
		},
	],
} as const satisfies Field;
