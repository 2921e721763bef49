import { randomUUID } from 'node:crypto';
import { inArrayOrder, type Api, type Call } from '../api.mts';
import { EVENT_TYPES } from '../eventTypes.mts';
import type { Provisioning } from '../provisioning.mts';
import { found, invalid, refuse } from '../refusal.mts';
import { shownWebhook } from '../shown.mts';
import type { WebhookSubscription } from '../types.mts';

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

const subscriptionOr404 = ({ club, segments }: Call): WebhookSubscription =>
	found(club.webhookSubscriptions.get(segments.subscriptionId), 'The webhook subscription');

function urlFrom({ body }: Call): string {
	const url = typeof body.Url === 'string' && URL.canParse(body.Url) ? new URL(body.Url) : undefined;
	if (!url || (url.protocol !== 'https:' && !LOOPBACK.test(url.hostname)))
		throw invalid('Url', 'The value must be a public https address.');
	return body.Url as string;
}

function eventTypesFrom({ body }: Call): string[] {
	const names = body.EventTypes;
	if (!Array.isArray(names) || names.length === 0) throw invalid('EventTypes', 'At least one event type is required.');
	for (const name of names)
		if (!EVENT_TYPES.includes(name as string)) throw invalid('EventTypes', `The event type ${String(name)} is not known.`);
	return [...new Set(names as string[])];
}

function changeable(call: Call): WebhookSubscription {
	const subscription = subscriptionOr404(call);
	if (call.dialect.busyChanges === 'refused' && ['Creating', 'Updating', 'Deleting'].includes(subscription.ProvisioningState)) {
		throw refuse(409, `The subscription is ${subscription.ProvisioningState.toLowerCase()}; try again later.`);
	}
	return subscription;
}

const opaque = ['subscriptionId'];
const body = ['Url', 'EventTypes'];

export function webhookRoutes(api: Api, provisioning: Provisioning): void {
	api.route('GET /Webhooks/Subscriptions', {
		handle: (call) =>
			inArrayOrder(call, [...call.club.webhookSubscriptions.values()]).map((subscription) => shownWebhook(call.dialect, subscription)),
	});
	api.route('POST /Webhooks/Subscriptions', {
		body,
		show: shownWebhook,
		handle: async (call) => {
			const subscription: WebhookSubscription = {
				SubscriptionId: `ws_${randomUUID()}`,
				Url: urlFrom(call),
				EventTypes: eventTypesFrom(call),
				ProvisioningState: 'Creating',
			};
			call.club.webhookSubscriptions.set(subscription.SubscriptionId, subscription);
			const handshake = provisioning.start(call.club, subscription, 'Creating');
			if (call.dialect.webhookAnswer === 'afterHandshake') await handshake;
			return { ...subscription };
		},
	});
	api.route('GET /Webhooks/Subscriptions/{subscriptionId}', { opaque, show: shownWebhook, handle: subscriptionOr404 });
	api.route('PUT /Webhooks/Subscriptions/{subscriptionId}', {
		opaque,
		body,
		show: shownWebhook,
		handle: (call) => {
			const subscription = changeable(call);
			if (call.body.Url === undefined && call.body.EventTypes === undefined) throw invalid('Url', 'Url or EventTypes is required.');
			const EventTypes = call.body.EventTypes === undefined ? subscription.EventTypes : eventTypesFrom(call);
			const Url = call.body.Url === undefined ? subscription.Url : urlFrom(call);
			const isMoved = Url !== subscription.Url;
			Object.assign(subscription, { EventTypes, Url });
			if (isMoved) void provisioning.start(call.club, subscription, 'Updating');
			else provisioning.touch(subscription);
			return subscription;
		},
	});
	api.route('DELETE /Webhooks/Subscriptions/{subscriptionId}', {
		opaque,
		handle: (call) => provisioning.remove(call.club, changeable(call)),
	});
}
