import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { nodeKeyOf } from '../shared/transport/spending';
import type { Memory } from '../shared/transport/process';
import { remembered } from '../shared/transport/process';
import type { RequestedSubscription } from './plan';
import { sameEvents } from './plan';
import { MINUTE_MS } from '../shared/api/time';
import type { Send } from '../shared/transport/send';
import { ClubClient } from '../shared/transport/client';
import { readCredential } from '../shared/transport/readCredential';

/**
 * What a trigger keeps in n8n between its hooks. Only the hooks write it: what a delivery writes is lost when it starts
 * an execution, and the last of two deliveries wins.
 */
interface Stored extends IDataObject {
	/** SHA-256 of the token. */
	tokenHash?: string;
	/** When it was made, in ms. It stays when the token is removed, since no earlier one may come back. */
	madeAt?: number;
	/** What the club calls the subscription; it goes by this where the club shows addresses without their query. */
	subscriptionId?: string;
	/** The webhook URL that was registered, should WEBHOOK_URL change in between. */
	address?: string;
}

/** What the trigger has stored, to be changed in place. */
export const storedBy = (functions: IHookFunctions | IWebhookFunctions): Stored => functions.getWorkflowStaticData('node');

/** Names a trigger in what this process remembers; a test apart from the active workflow. */
export const triggerKey = (functions: IHookFunctions | IWebhookFunctions): string =>
	`${nodeKeyOf(functions)}\n${functions.getMode() === 'manual'}`;

/** A hook of a trigger that has begun. The last one counts: what an earlier one has left to finish ends. */
export interface Hook {
	/** What it registers; nothing where it removes. */
	wanted?: RequestedSubscription;
	/** The hash of the token that it removes, where it removes. */
	removed?: string;
	/** What it stores. */
	stored?: Stored;
	/** While it is at work: whether it comes to what it is for. */
	isDone?: Promise<boolean>;
}

const hooks = remembered<Hook>('hooks');

/** The last hook of a trigger. */
export const lastHook = (name: string): Hook | undefined => hooks.get(name);

/** The hook that has begun after this one, if any. */
export function newerHook(name: string, hook: Hook | undefined): Hook | undefined {
	const last = lastHook(name);
	return last === hook ? undefined : last;
}

/** Does the work of a hook, which is the last one of its trigger from now on. */
export async function runAsLatest(name: string, hook: Hook, work: () => Promise<boolean>): Promise<boolean> {
	hooks.set(name, hook);
	hook.isDone = work().finally(() => delete hook.isDone);
	return await hook.isDone;
}

/** The hook that is registering the same for a trigger just now. */
export function hookInProgress(name: string, { address, eventTypes }: RequestedSubscription): Hook | undefined {
	const last = lastHook(name);
	return last?.isDone && last.wanted?.address === address && sameEvents(last.wanted.eventTypes, eventTypes) ? last : undefined;
}

/**
 * What the last hook of a trigger has stored, where it has registered this address. n8n 1 may show the next hook an older
 * copy: in its start it activates a workflow with what it read before a user's activation was stored.
 */
export function lastStored(name: string, address: string): Stored | undefined {
	const last = lastHook(name);
	return last?.wanted?.address === address ? last.stored : undefined;
}

/** What a delivery can set off, such as a call, is done at most once a minute for each trigger. */
export class OncePerMinute {
	/** @param last when it was done for each trigger */
	constructor(private readonly last: Memory<number>) {}

	/** Milliseconds until it may be done again. */
	wait(name: string, now: number): number {
		return Math.max(0, (this.last.get(name) ?? -Infinity) + MINUTE_MS - now);
	}

	/** Counts it as done now. */
	done(name: string, now: number): void {
		this.last.set(name, now);
	}
}

/**
 * How long a publication may take, in milliseconds. n8n gives it 42 s for all triggers of the workflow, up to five tries
 * of each and 15 s of pauses between them, and then says no more than that its deadline was exceeded.
 */
const PUBLICATION_MS = 42_000;

/** How much of that may be spent waiting for the club, and how much of it each try has at least, in milliseconds. */
export const WAITING_MS = 15_000;
const LEAST_MS = 2_000;

const publications = remembered<{ begun: number; waitedMs: number }>('publications');

/**
 * Does what waits for the club while a workflow is published.
 * @param work is told how long it may wait, in milliseconds: what is left of the publication's time
 */
export async function whilePublishing<T>(workflowId: string, now: () => number, work: (timeMs: number) => Promise<T>): Promise<T> {
	const started = now();
	const last = publications.get(workflowId);
	const publication = last && started - last.begun < PUBLICATION_MS ? last : { begun: started, waitedMs: 0 };
	publications.set(workflowId, publication);
	try {
		return await work(Math.max(LEAST_MS, WAITING_MS - publication.waitedMs));
	} finally {
		publication.waitedMs += now() - started;
	}
}

/** How long the club may take to answer one call, in milliseconds. */
const TIMEOUT_MS = 10_000;

/**
 * Calls of a hook or a delivery: each with a client of its own, since a client answers the same read once.
 * @param maxWaitMs how long a call may wait for its turn
 */
export const clientFor =
	(functions: IHookFunctions | IWebhookFunctions, maxWaitMs = WAITING_MS): Send =>
	async (call, ...[values]) =>
		await (await ClubClient.open(functions)).request(call, { maxWaitMs, timeoutMs: TIMEOUT_MS }, values);

/** Origin of the credential's base URL. */
export const clubOrigin = async (functions: IHookFunctions | IWebhookFunctions): Promise<string> =>
	(await ClubClient.open(functions)).origin;

/** The key under which tokens are signed. */
export const clubApiKeyOf = async (functions: IHookFunctions | IWebhookFunctions): Promise<string> =>
	(await readCredential(functions)).clubApiKey;
