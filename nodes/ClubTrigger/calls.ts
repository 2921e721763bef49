import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { MINUTE_MS } from '../shared/api/time';
import type { Memory } from '../shared/transport/memory';
import { remembered } from '../shared/transport/memory';
import type { Send } from '../shared/transport/send';
import { ClubClient } from '../shared/transport/client';
import { readCredential } from '../shared/transport/readCredential';

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
export const sender =
	(functions: IHookFunctions | IWebhookFunctions, maxWaitMs = WAITING_MS): Send =>
	async (call, ...[values]) =>
		await (await ClubClient.open(functions)).request(call, { maxWaitMs, timeoutMs: TIMEOUT_MS }, values);

/** Origin of the credential's base URL. */
export const clubOrigin = async (functions: IHookFunctions | IWebhookFunctions): Promise<string> =>
	(await ClubClient.open(functions)).origin;

/** The key under which tokens are signed. */
export const clubApiKeyOf = async (functions: IHookFunctions | IWebhookFunctions): Promise<string> =>
	(await readCredential(functions)).clubApiKey;
