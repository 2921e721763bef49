import { randomUUID } from 'node:crypto';
import type { Club } from './club.mts';
import type { Dialect } from './dialect.mts';
import type { Records } from './records.mts';
import { spoken } from './shown.mts';
import type { Json, WebhookSubscription } from './types.mts';

/** An event as it is delivered (§6.1). */
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
	/** Delay before the second attempt, doubling, in milliseconds. */
	delayMs?: number;
}

const TIMEOUT_MS = 15_000;

/** Delivers events to webhook subscriptions: asynchronously, with bounded retries, and in disorder on demand. */
export class Delivery {
	/** Deliveries that wait for their answer. */
	underWay = 0;
	/** Deliver everything twice. */
	duplicate = false;
	/** Deliver in another order than it happened. */
	shuffle = false;
	/** Most events in one delivery. */
	batch = 1;
	private waiting: Array<{ subscription: WebhookSubscription; event: ClubEvent }> = [];
	private readonly pending = new Set<Promise<unknown>>();
	private unanswered: Array<{ subscription: WebhookSubscription; events: ClubEvent[] }> = [];
	private closed = false;

	constructor(
		private readonly records: Records,
		private readonly redelivery: Redelivery,
		private readonly now: () => Date,
		private readonly dialect: Dialect,
	) {}

	/** An event of a club in its envelope, with its data as they are now. */
	envelope(club: Club, eventType: string, subject: string, data: unknown): ClubEvent {
		const { dataVersion, eventEnvelope, metadataVersion } = this.dialect;
		const event: ClubEvent = {
			id: randomUUID(),
			topic: `/streams/club-${club.id}-events`,
			subject,
			data: spoken(this.dialect, structuredClone(data)),
			eventType,
			eventTime: this.now().toISOString(),
			...(dataVersion !== 'absent' && { dataVersion: dataVersion === 'empty' ? '' : dataVersion }),
			metadataVersion: metadataVersion === 'none' ? null : '1',
		};
		return eventEnvelope === 'unusual' ? unusual(event) : event;
	}

	/** Publishes an event to every subscription that asked for it and is ready (§3.5). */
	publish(club: Club, event: ClubEvent): void {
		for (const subscription of club.webhookSubscriptions.values()) {
			if (!this.ready(subscription) || !subscription.EventTypes.includes(event.eventType)) continue;
			this.waiting.push({ subscription, event });
			if (this.duplicate) this.waiting.push({ subscription, event });
		}
		if (this.waiting.length > 0) this.track(new Promise<void>((resolve) => setImmediate(resolve)).then(() => this.flush()));
	}

	/** Whether events go to a subscription now (§3.5). */
	private ready({ ProvisioningState: state }: WebhookSubscription): boolean {
		return state === 'Succeeded' || (state === 'Updating' && this.dialect.updatingDelivers === 'yes');
	}

	/** Sends once more what nobody has acknowledged, as a club does that goes on for long (§6.4 does not say how long). */
	async repeat(): Promise<void> {
		for (const { subscription, events } of this.unanswered.splice(0)) await this.deliver(subscription, events);
	}

	/** Settles when nothing is under way. */
	async idle(): Promise<void> {
		while (this.pending.size > 0) await Promise.allSettled(this.pending);
	}

	close(): void {
		this.closed = true;
	}

	/** Posts a body once; the answer, or nothing. */
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
		this.underWay++;
		return await fetch(subscription.Url, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(events),
			signal: AbortSignal.timeout(TIMEOUT_MS),
			redirect: 'manual',
		})
			.then(
				async (response) => {
					this.records.deliveries.push({ ...record, status: response.status });
					const text = await response.text();
					return { status: response.status, body: parsed(text) };
				},
				(error: Error) => {
					this.records.deliveries.push({ ...record, error: error.message });
					return undefined;
				},
			)
			.finally(() => this.underWay--);
	}

	/** Keeps a task in view of `idle`. */
	track(task: Promise<unknown>): void {
		this.pending.add(task);
		void task.finally(() => this.pending.delete(task)).catch(() => undefined);
	}

	private flush(): void {
		const waiting = this.waiting;
		this.waiting = [];
		if (this.shuffle) waiting.sort(() => Math.random() - 0.5);
		const queues = new Map<WebhookSubscription, ClubEvent[][]>();
		for (const { subscription, event } of waiting) {
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
			if (!this.ready(subscription)) return;
			await new Promise((resolve) => setTimeout(resolve, delayMs * 2 ** (attempt - 1)));
		}
		this.unanswered.push({ subscription, events });
	}
}

/** What the spec names in the data of events (§6.2), and the ids that their subjects hold. */
const TOLD = /Id$|^(Reason|PreviousLevel|NewLevel|Direction|EffectiveMonth|AwardType|TotalCredits|GoalStep|AchievedAt)$/;

/** The ids of a record, and what the spec names in the data of events. */
export const sparse = (data: unknown): Json => Object.fromEntries(Object.entries(data as Json).filter(([name]) => TOLD.test(name)));

/** An event as a consumer must take it, too: the order of its properties and what else there is mean nothing (§6.1). */
const unusual = ({ topic, eventTime, ...event }: ClubEvent): ClubEvent => ({
	eventTime: eventTime.replace('Z', '1234Z'),
	...(Object.fromEntries(Object.entries(event).reverse()) as Omit<ClubEvent, 'topic' | 'eventTime'>),
	topic: `/subscriptions/0000/topics${topic}`,
	...{ inserted: true },
});

function parsed(text: string): Json {
	try {
		return JSON.parse(text) as Json;
	} catch {
		return {};
	}
}
