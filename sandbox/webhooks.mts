import { randomUUID } from 'node:crypto';
import type { Club } from './club.mts';
import type { Dialect } from './dialect.mts';
import type { Delivery } from './delivery.mts';
import type { WebhookSubscription } from './types.mts';

/** How endpoint validation goes: answered in the same call, only by the validation address, or never. */
export type Handshake = 'sync' | 'async' | 'fail';

const PREFIX = 'Vendor.EventGrid';

/** The provisioning of webhook subscriptions (§3.5, §6.4). */
export class Provisioning {
	private readonly codes = new Map<string, WebhookSubscription>();

	constructor(
		private readonly delivery: Delivery,
		private readonly urlOf: () => string,
		public handshake: Handshake,
		private readonly dialect: Dialect,
		private readonly sleep: (ms: number) => Promise<void>,
	) {}

	/** Starts the validation of a subscription's address, without waiting for it. */
	start(club: Club, subscription: WebhookSubscription, state: 'Creating' | 'Updating'): void {
		subscription.ProvisioningState = state;
		this.delivery.track(this.validate(club, subscription));
	}

	/** A change that asks for no validation, which takes as long. */
	touch(subscription: WebhookSubscription): void {
		if (this.lasting === 0) return;
		subscription.ProvisioningState = 'Updating';
		this.delivery.track(this.sleep(this.lasting).then(() => void (subscription.ProvisioningState = 'Succeeded')));
	}

	/** The visit of a validation address; a code works once. @returns whether it was known */
	visit(code: string): boolean {
		const subscription = this.codes.get(code);
		if (!subscription || subscription.ProvisioningState !== 'AwaitingManualAction') return false;
		this.codes.delete(code);
		subscription.ProvisioningState = 'Succeeded';
		return true;
	}

	/** Removes a subscription and tells its address so (§6.4). */
	remove(club: Club, subscription: WebhookSubscription): void {
		subscription.ProvisioningState = 'Deleting';
		if (this.lasting === 0) this.vanish(club, subscription);
		else this.delivery.track(this.sleep(this.lasting).then(() => this.vanish(club, subscription)));
	}

	/** How long a change is under way, in milliseconds. */
	private get lasting(): number {
		return Number(this.dialect.provisioningSeconds) * 1000;
	}

	private vanish(club: Club, subscription: WebhookSubscription): void {
		club.webhookSubscriptions.delete(subscription.SubscriptionId);
		const event = {
			...this.delivery.envelope(club, `${PREFIX}.SubscriptionDeletedEvent`, '', { eventSubscriptionId: subscription.SubscriptionId }),
			dataVersion: '1',
			metadataVersion: '1',
		};
		this.delivery.track(this.delivery.post(subscription, [event], 1));
	}

	private async validate(club: Club, subscription: WebhookSubscription): Promise<void> {
		const validationCode = randomUUID();
		this.codes.set(validationCode, subscription);
		const validationUrl = `${this.urlOf()}/_sandbox/validate/${validationCode}`;
		const event = {
			...this.delivery.envelope(club, `${PREFIX}.SubscriptionValidationEvent`, '', { validationCode, validationUrl }),
			dataVersion: '2',
			metadataVersion: '1',
		};
		if (this.handshake === 'async') subscription.ProvisioningState = 'AwaitingManualAction';
		const answer = await this.delivery.post(subscription, [event], 1);
		if (this.handshake === 'async') return;
		if (this.lasting > 0) await this.sleep(this.lasting);
		if (subscription.ProvisioningState === 'Deleting') return;
		const reached = answer !== undefined && answer.status === 200;
		if (this.handshake === 'fail' || !reached) subscription.ProvisioningState = 'Failed';
		else if (answer.body.validationResponse === validationCode) subscription.ProvisioningState = 'Succeeded';
		else subscription.ProvisioningState = 'AwaitingManualAction';
	}
}
