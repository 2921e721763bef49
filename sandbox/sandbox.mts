import type { Club } from './club.mts';
import type { ChainClub, Keys } from './credentials.mts';
import type { Delivery, Redelivery } from './delivery.mts';
import type { Dialect } from './dialect.mts';
import type { Fault } from './faults.mts';
import type { MailRecord } from './mail.mts';
import type { RateGauge, RateOptions } from './rate.mts';
import type { Breach, DeliveryRecord, RequestRecord } from './records.mts';
import type { Handshake, Provisioning } from './provisioning.mts';
import type { Life } from './life.mts';

export interface SandboxOptions {
	/** 0 takes a free one. */
	port?: number;
	/** How many athletes the club lists: 50 to 100,000. */
	athletes?: number;
	seed?: number;
	/** How many further clubs there are, with the same people and keys of their own. */
	chain?: number;
	/** The limit of each club key (§8); false lifts it. */
	rate?: RateOptions | false;
	handshake?: Handshake;
	/** Keys of this club that differ from those of every sandbox. */
	keys?: Partial<Keys>;
	redelivery?: Redelivery;
	/** How what the spec leaves open is read; the default for the rest. */
	dialect?: Partial<Dialect>;
	/** The clock: what takes its time is over as soon as it says so, or when the time has really passed. */
	now?: () => Date;
}

/** A running sandbox, and what a test may look at and do in it. */
export interface Sandbox {
	/** The base URL of the API. */
	url: string;
	keys: Keys;
	requests: RequestRecord[];
	breaches: Breach[];
	deliveries: DeliveryRecord[];
	/** What a mail server beside the sandbox has taken, where there is one. */
	mails?: MailRecord[];
	/** The routes of the spec: `GET /Athletes/{userId}`. */
	routes: string[];
	/** The club that the keys select. */
	club: Club;
	/** Further clubs of the same platform, with their keys. */
	chain: readonly ChainClub[];
	/** What life does to the club, without an API call. */
	act: Life & { dropWebhookSubscription(id: string): void };
	/** How what the spec leaves open is read; a test may change it at any time. */
	dialect: Dialect;
	/** Goes back to the dialect that the sandbox was started with. */
	resetDialect(): void;
	delivery: Delivery;
	provisioning: Provisioning;
	inject(fault: Fault): void;
	clearFaults(): void;
	resetRecords(): void;
	setRate(rate: RateOptions | false): void;
	/** A stranger with the same key spends calls now. */
	spend(calls: number): void;
	/** What is left of the limit to the club key. */
	gauge(): RateGauge;
	revokeKey(key: keyof Keys): void;
	restoreKey(key: keyof Keys): void;
	close(): Promise<void>;
}
