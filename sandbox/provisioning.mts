import { randomUUID } from 'node:crypto';
import type { Club } from './club.mts';
import type { Dialect } from './dialect.mts';
import type { ClubEvent, Delivery } from './delivery.mts';
import type { DelayedTasks } from './later.mts';
import type { Json, WebhookSubscription } from './types.mts';

/** How a receiver can validate: in the answer to the validation event, only with the validation address, or not at all. */
export type Handshake = 'sync' | 'async' | 'fail';

const PREFIX = 'Vendor.EventGrid';

export class Provisioning {
	validating = 0;
	private readonly codes = new Map<string, WebhookSubscription>();
	/** The latest change of each subscription. An earlier change that ends later has no effect. */
	private readonly changes = new WeakMap<WebhookSubscription, symbol>();

	constructor(
		private readonly delivery: Delivery,
		private readonly urlOf: () => string,
		public handshake: Handshake,
		private readonly dialect: Dialect,
		private readonly delayedTasks: DelayedTasks,
	) {}

	/** Validates the address of a subscription. Resolves after its answer or its failure. */
	async start(club: Club, subscription: WebhookSubscription, state: 'Creating' | 'Updating'): Promise<void> {
		const change = this.begin(subscription, state);
		const validation = this.validate(club, subscription, change);
		this.delivery.track(validation);
		await validation;
	}

	/** Starts a change without validation. It takes as long as one with validation. */
	touch(subscription: WebhookSubscription): void {
		if (this.durationMs > 0)
			this.end(subscription, this.begin(subscription, 'Updating'), () => (subscription.ProvisioningState = 'Succeeded'));
	}

	/** Handles a visit of a validation address. A code works once. @returns whether the code was valid */
	visit(code: string): boolean {
		const subscription = this.codes.get(code);
		if (!subscription || subscription.ProvisioningState !== 'AwaitingManualAction') return false;
		this.codes.delete(code);
		subscription.ProvisioningState = 'Succeeded';
		return true;
	}

	remove(club: Club, subscription: WebhookSubscription): void {
		this.end(subscription, this.begin(subscription, 'Deleting'), () => {
			const { SubscriptionId } = subscription;
			// A test may have replaced it.
			if (club.webhookSubscriptions.get(SubscriptionId) === subscription) club.webhookSubscriptions.delete(SubscriptionId);
			const event = this.systemEvent(club, 'SubscriptionDeletedEvent', '1', { eventSubscriptionId: SubscriptionId });
			this.delivery.track(this.delivery.post(subscription, [event], 1));
		});
	}

	private get durationMs(): number {
		return Number(this.dialect.provisioningSeconds) * 1000;
	}

	private begin(subscription: WebhookSubscription, state: 'Creating' | 'Updating' | 'Deleting'): symbol {
		const change = Symbol(state);
		this.changes.set(subscription, change);
		subscription.ProvisioningState = state;
		return change;
	}

	/** Ends a change after its duration, unless another one has begun. */
	private end(subscription: WebhookSubscription, change: symbol, apply: () => void): void {
		const finish = () => {
			if (this.changes.get(subscription) === change) apply();
		};
		if (this.durationMs === 0) finish();
		else void this.delayedTasks.after(this.durationMs).then(finish);
	}

	private systemEvent(club: Club, type: string, dataVersion: string, data: Json): ClubEvent {
		return { ...this.delivery.envelope(club, `${PREFIX}.${type}`, '', data), dataVersion, metadataVersion: '1' };
	}

	private async validate(club: Club, subscription: WebhookSubscription, change: symbol): Promise<void> {
		const validationCode = randomUUID();
		this.codes.set(validationCode, subscription);
		const validationUrl = `${this.urlOf()}/_sandbox/validate/${validationCode}`;
		const event = this.systemEvent(club, 'SubscriptionValidationEvent', '2', { validationCode, validationUrl });
		if (this.handshake === 'async') subscription.ProvisioningState = 'AwaitingManualAction';
		this.validating++;
		const answer = await this.delivery.post(subscription, [event], 1);
		this.validating--;
		if (this.handshake === 'async') return;
		this.end(subscription, change, () => {
			const reached = answer !== undefined && answer.status === 200;
			if (this.handshake === 'fail' || !reached) subscription.ProvisioningState = 'Failed';
			else if (answer.body.validationResponse === validationCode) subscription.ProvisioningState = 'Succeeded';
			else subscription.ProvisioningState = 'AwaitingManualAction';
		});
	}
}
