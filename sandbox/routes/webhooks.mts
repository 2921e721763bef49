import { randomUUID } from 'node:crypto';
import { arranged, type Api, type Call } from '../api.mts';
import { EVENT_TYPES } from '../eventTypes.mts';
import { invalid, notFound, refuse } from '../refusal.mts';
import type { Json, WebhookSubscription } from '../types.mts';
import type { Provisioning } from '../webhooks.mts';

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

function subscriptionOr404({ club, segments }: Call): WebhookSubscription {
	const subscription = club.webhookSubscriptions.get(segments.subscriptionId);
	if (!subscription) throw notFound('The webhook subscription');
	return subscription;
}

function urlFrom({ body }: Call): string {
	const url = typeof body.Url === 'string' && URL.canParse(body.Url) ? new URL(body.Url) : undefined;
	if (!url || (url.protocol !== 'https:' && !LOOPBACK.test(url.hostname))) throw invalid('Url', 'The value must be a public https address.');
	return body.Url as string;
}

function eventTypesFrom({ body }: Call): string[] {
	const names = body.EventTypes;
	if (!Array.isArray(names) || names.length === 0) throw invalid('EventTypes', 'At least one event type is required.');
	for (const name of names) if (!EVENT_TYPES.includes(name as string)) throw invalid('EventTypes', `The event type ${String(name)} is not known.`);
	return [...new Set(names as string[])];
}

/** A subscription as the API gives it (§2.12). */
const shown = ({ dialect }: Call, { ...subscription }: WebhookSubscription): Json => ({
	...subscription,
	...(dialect.webhookUrl === 'withoutQuery' && { Url: subscription.Url.split('?')[0] }),
});

/** A subscription that may be changed now (§4.7). */
function changeable(call: Call): WebhookSubscription {
	const subscription = subscriptionOr404(call);
	if (call.dialect.busyChanges === 'refused' && ['Creating', 'Updating', 'Deleting'].includes(subscription.ProvisioningState)) {
		throw refuse(409, `The subscription is ${subscription.ProvisioningState.toLowerCase()}; try again later.`);
	}
	return subscription;
}

const opaque = ['subscriptionId'];
const body = ['Url', 'EventTypes'];

/** The management of webhook subscriptions (§4.7). */
export function webhookRoutes(api: Api, provisioning: Provisioning): void {
	api.route('GET /Webhooks/Subscriptions', { handle: (call) => arranged(call, [...call.club.webhookSubscriptions.values()]).map((subscription) => shown(call, subscription)) });
	api.route('POST /Webhooks/Subscriptions', {
		permission: 'ReadWrite',
		body,
		handle: (call) => {
			const subscription: WebhookSubscription = {
				SubscriptionId: `ws_${randomUUID()}`,
				Url: urlFrom(call),
				EventTypes: eventTypesFrom(call),
				ProvisioningState: 'Creating',
			};
			call.club.webhookSubscriptions.set(subscription.SubscriptionId, subscription);
			provisioning.start(call.club, subscription, 'Creating');
			return shown(call, subscription);
		},
	});
	api.route('GET /Webhooks/Subscriptions/{subscriptionId}', { opaque, handle: (call) => shown(call, subscriptionOr404(call)) });
	api.route('PUT /Webhooks/Subscriptions/{subscriptionId}', {
		permission: 'ReadWrite',
		opaque,
		body,
		handle: (call) => {
			const subscription = changeable(call);
			if (call.body.Url === undefined && call.body.EventTypes === undefined) throw invalid('Url', 'Url or EventTypes is required.');
			const EventTypes = call.body.EventTypes === undefined ? subscription.EventTypes : eventTypesFrom(call);
			const Url = call.body.Url === undefined ? subscription.Url : urlFrom(call);
			const moves = Url !== subscription.Url;
			Object.assign(subscription, { EventTypes, Url });
			if (moves) provisioning.start(call.club, subscription, 'Updating');
			else provisioning.touch(subscription);
			return shown(call, subscription);
		},
	});
	api.route('DELETE /Webhooks/Subscriptions/{subscriptionId}', {
		permission: 'ReadWrite',
		opaque,
		handle: (call) => provisioning.remove(call.club, changeable(call)),
	});
}
