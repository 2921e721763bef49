import { randomUUID } from 'node:crypto';
import type { Club } from './club.mts';
import type { Dialect } from './dialect.mts';
import type { Records } from './records.mts';
import { serialize } from './shown.mts';
import type { Json, WebhookSubscription } from './types.mts';

export interface ClubEvent {
	id: string;
	topic: string;
	subject: string;
	data: unknown;
	eventType: string;
	eventTime: string;
	dataVersion?: string;
	metadataVersion: string | null;
}

export interface Redelivery {
	attempts?: number;
	/** Delay before the second attempt, in ms. It doubles with each attempt. */
	delayMs?: number;
}

const TIMEOUT_MS = 15_000;

export const isReady = ({ ProvisioningState }: WebhookSubscription): boolean => ProvisioningState === 'Succeeded';

/** Delivers events to webhook subscriptions: asynchronously, with a limited number of attempts, and on request out of order. */
export class Delivery {
	duplicate = false;
	shuffle = false;
	batch = 1;
	private queued: Array<{ subscription: WebhookSubscription; event: ClubEvent }> = [];
	private readonly pending = new Set<Promise<unknown>>();
	private closed = false;

	constructor(
		private readonly records: Records,
		private readonly redelivery: Redelivery,
		private readonly now: () => Date,
		private readonly dialect: Dialect,
	) {}

	/** An event of a club in its envelope, with a copy of its data. */
	envelope(club: Club, eventType: string, subject: string, data: unknown): ClubEvent {
		const { dataVersion } = this.dialect;
		return {
			id: randomUUID(),
			topic: `/streams/club-${club.id}-events`,
			subject,
			data: serialize(this.dialect, structuredClone(data)),
			eventType,
			eventTime: this.now().toISOString(),
			...(dataVersion !== 'absent' && { dataVersion: dataVersion === 'empty' ? '' : dataVersion }),
			metadataVersion: '1',
		};
	}

	/** Publishes an event to every ready subscription with its type (§3.5). */
	publish(club: Club, event: ClubEvent): void {
		for (const subscription of club.webhookSubscriptions.values()) {
			if (!isReady(subscription) || !subscription.EventTypes.includes(event.eventType)) continue;
			this.queued.push({ subscription, event });
			if (this.duplicate) this.queued.push({ subscription, event });
		}
		if (this.queued.length > 0) this.track(new Promise<void>((resolve) => setImmediate(resolve)).then(() => this.flush()));
	}

	/** Resolves when no delivery or other task is pending. */
	async idle(): Promise<void> {
		while (this.pending.size > 0) await Promise.allSettled(this.pending);
	}

	close(): void {
		this.closed = true;
	}

	/** Posts a body once. Returns the answer, or undefined if there is none. */
	async post(subscription: WebhookSubscription, events: ClubEvent[], attempt: number): Promise<{ status: number; body: Json } | undefined> {
		const record = {
			at: this.now().getTime(),
			subscriptionId: subscription.SubscriptionId,
			url: subscription.Url,
			eventIds: events.map(({ id }) => id),
			eventTypes: events.map(({ eventType }) => eventType),
			subjects: events.map(({ subject }) => subject),
			attempt,
		};
		return await fetch(subscription.Url, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(events),
			signal: AbortSignal.timeout(TIMEOUT_MS),
			redirect: 'manual',
		}).then(
			async (response) => {
				this.records.deliveries.push({ ...record, status: response.status });
				// An answer need not be JSON.
				const body = (await response.json().catch(() => ({}))) as Json;
				return { status: response.status, body };
			},
			(error: Error) => {
				this.records.deliveries.push({ ...record, error: error.message });
				return undefined;
			},
		);
	}

	track(task: Promise<unknown>): void {
		this.pending.add(task);
		void task.finally(() => this.pending.delete(task)).catch(() => undefined);
	}

	private flush(): void {
		const queued = this.queued;
		this.queued = [];
		if (this.shuffle) queued.sort(() => Math.random() - 0.5);
		const queues = new Map<WebhookSubscription, ClubEvent[][]>();
		for (const { subscription, event } of queued) {
			const batches = queues.get(subscription) ?? [];
			const last = batches[batches.length - 1];
			if (last && last.length < this.batch) last.push(event);
			else batches.push([event]);
			queues.set(subscription, batches);
		}
		for (const [subscription, batches] of queues) for (const events of batches) this.track(this.deliver(subscription, events));
	}

	private async deliver(subscription: WebhookSubscription, events: ClubEvent[]): Promise<void> {
		const { attempts = 5, delayMs = 200 } = this.redelivery;
		for (let attempt = 1; attempt <= attempts && !this.closed; attempt++) {
			const answer = await this.post(subscription, events, attempt);
			if (answer && answer.status >= 200 && answer.status < 300) return;
			if (!isReady(subscription)) return;
			await new Promise((resolve) => setTimeout(resolve, delayMs * 2 ** (attempt - 1)));
		}
	}
}

/** Fields that the spec names in the data of events (§6.2), and the IDs in their subjects. */
const NAMED_EVENT_FIELDS = /Id$|^(Reason|PreviousLevel|NewLevel|Direction|EffectiveMonth|AwardType|TotalCredits|GoalStep|AchievedAt)$/;

/** The IDs of a record, and the fields that the spec names in the data of events. */
export const namedEventFields = (data: unknown): Json =>
	Object.fromEntries(Object.entries(data as Json).filter(([name]) => NAMED_EVENT_FIELDS.test(name)));
