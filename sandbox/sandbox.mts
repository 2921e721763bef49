import type { Club } from './club.mts';
import type { AccessControls, ChainClub, Keys } from './credentials.mts';
import type { Delivery, Redelivery } from './delivery.mts';
import type { Dialect } from './dialect.mts';
import type { Fault } from './faults.mts';
import type { RateOptions } from './rate.mts';
import type { Records } from './records.mts';
import type { Handshake, Provisioning } from './provisioning.mts';
import type { Life } from './life.mts';

export interface SandboxOptions {
	/** 0 picks a free port. */
	port?: number;
	/** Number of athletes that the club lists, within `MEMBERS`. */
	athletes?: number;
	seed?: number;
	/** Number of further clubs. They have the same people and different keys. */
	chain?: number;
	rate?: RateOptions | false;
	handshake?: Handshake;
	keys?: Partial<Keys>;
	redelivery?: Redelivery;
	/** Answers to questions that the spec leaves open. The default dialect answers the rest. */
	dialect?: Partial<Dialect>;
	/** The clock. A delayed task ends when this clock or the real time has passed it. */
	now?: () => Date;
}

/** A mail that a mail server next to the sandbox received. The page shows it. */
export interface MailRecord {
	at: number;
	to: string;
	subject: string;
	text: string;
	/** What a mail program shows instead of the text, if the sender sent HTML. */
	html?: string;
}

export interface Sandbox extends Records, AccessControls {
	url: string;
	keys: Keys;
	/** Mails that a mail server next to the sandbox received, if there is one. */
	mails?: MailRecord[];
	/** The routes of the spec: `GET /Athletes/{userId}`. */
	routes: string[];
	club: Club;
	/** Further clubs of the same platform, with their keys. */
	chain: readonly ChainClub[];
	act: Life & { dropWebhookSubscription(id: string): void };
	/** Answers to questions that the spec leaves open. A test may change them at any time. */
	dialect: Dialect;
	resetDialect(): void;
	delivery: Delivery;
	provisioning: Provisioning;
	inject(fault: Fault): void;
	clearFaults(): void;
	resetRecords(): void;
	close(): Promise<void>;
}
