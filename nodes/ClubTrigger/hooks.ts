import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { MINUTE_MS } from '../shared/api/time';
import { ClubClient } from '../shared/transport/client';
import { fingerprint, clock, remembered, nodeKeyOf, type ClubFunctions } from '../shared/transport/process';
import { normalizeBaseUrl } from '../shared/transport/signing';
import { readCredential } from '../shared/transport/credential';
import type { Patience } from '../shared/transport/patience';
import type { Send } from '../shared/transport/callValues';
import type { RequestedSubscription } from './plan';
import { isStored, isToken, madeAt, signedAddress, verifies } from './token';

/**
 * The static data of a trigger in n8n. Only the hooks write it: n8n loses what a delivery writes when the delivery starts an
 * execution, and of two deliveries only the last write stays.
 */
export interface Stored extends IDataObject {
	tokenHash?: string;
	/** When it was made, in ms. It stays when the token is removed, so that no earlier token is valid again. */
	madeAt?: number;
	subscriptionId?: string;
	address?: string;
	baseUrl?: string;
}

export const storedBy = (functions: IHookFunctions | IWebhookFunctions): Stored => functions.getWorkflowStaticData('node');

export const isTest = (functions: IHookFunctions | IWebhookFunctions): boolean => functions.getMode() === 'manual';

export const addressOf = (functions: IHookFunctions | IWebhookFunctions): string => functions.getNodeWebhookUrl('default') ?? '';

/** The stored ID of the subscription, unless it was registered for another address. */
export function storedId(functions: IHookFunctions | IWebhookFunctions): string | undefined {
	const { subscriptionId, address = '' } = storedBy(functions);
	return address === addressOf(functions) ? subscriptionId : undefined;
}

export const signedOf = (functions: IHookFunctions | IWebhookFunctions): string => signedAddress(addressOf(functions), isTest(functions));

export const triggerKey = (functions: IHookFunctions | IWebhookFunctions): string => `${nodeKeyOf(functions)}\n${isTest(functions)}`;

const lastTimes = remembered<number>('lastTimes');

/** How long until some work that a delivery can start may be done again, in ms. @param name of the work of one trigger */
export const pauseBefore = (name: string, everyMs = MINUTE_MS): number =>
	Math.max(0, (lastTimes.get(name) ?? -Infinity) + everyMs - clock.now());

export const noteDone = (name: string): void => lastTimes.set(name, clock.now());

/** Whether the work may be done now; then it counts as done. */
export function isDue(name: string, everyMs?: number): boolean {
	if (pauseBefore(name, everyMs) > 0) return false;
	noteDone(name);
	return true;
}

export interface Hook {
	/** The subscription that it registers; undefined if it removes one. */
	requested?: RequestedSubscription;
	/** The hash of the token that it removes; undefined if it registers. */
	removed?: string;
	result?: Promise<boolean>;
	/** Whether the club may still show a subscription whose creation was unclear, of this hook or of one before. */
	isUnclear?: boolean;
}

const hooks = remembered<Hook>('hooks');

export const lastHook = (name: string): Hook | undefined => hooks.get(name);

export function newerHook(name: string, hook: Hook | undefined): Hook | undefined {
	const last = lastHook(name);
	return last === hook ? undefined : last;
}

export async function runAsLatest(name: string, hook: Hook, work: () => Promise<boolean>): Promise<boolean> {
	hook.isUnclear = lastHook(name)?.isUnclear;
	hooks.set(name, hook);
	hook.result = work().finally(() => delete hook.result);
	return await hook.result;
}

/**
 * How long a publication may take, in ms. n8n allows 42 s for all triggers of the workflow, with up to five tries of each and
 * 15 s of pauses in between, and then reports only that the deadline was exceeded.
 */
const PUBLICATION_MS = 42_000;

/** How long work that a hook leaves for later may take, and how long each of its calls may wait, in ms. */
export const LATER_MS = 600_000;

/** The pauses before the club's list is read again, which may be behind, in ms: 2, 10 and 60 seconds after the first read. */
export const LOOKS_MS = [2_000, 8_000, 50_000];

const MIN_TRY_MS = 2_000;

/** A call while a workflow is published. n8n allows 42 s for all triggers of the workflow. */
export const WHILE_PUBLISHING: Patience = { maxWaitMs: 15_000, timeoutMs: 10_000 };

const publications = remembered<{ startedAt: number; waitedMs: number }>('publications');

/**
 * Does work that waits for the club while a workflow is published.
 * @param work gets how long it may wait, in ms: the remaining time of the publication
 */
export async function whilePublishing<T>(workflowId: string, work: (timeMs: number) => Promise<T>): Promise<T> {
	const started = clock.now();
	const last = publications.get(workflowId);
	const publication = last && started - last.startedAt < PUBLICATION_MS ? last : { startedAt: started, waitedMs: 0 };
	publications.set(workflowId, publication);
	try {
		return await work(Math.max(MIN_TRY_MS, WHILE_PUBLISHING.maxWaitMs - publication.waitedMs));
	} finally {
		publication.waitedMs += clock.now() - started;
	}
}

/**
 * Sends the calls of a hook or a delivery, each with a client of its own: one client would answer a repeated read from memory.
 * @param maxWaitMs how long a call may wait for a free slot, in ms
 */
export const clientFor =
	(functions: ClubFunctions, maxWaitMs = WHILE_PUBLISHING.maxWaitMs): Send =>
	async (call, ...[values]) =>
		await (await ClubClient.open(functions)).request(call, { ...WHILE_PUBLISHING, maxWaitMs }, values);

/** The club of the credential: its Base URL, the key that signs tokens, and what stands for both in the memory of this process. */
export async function clubOf(functions: ClubFunctions): Promise<{ baseUrl: string; clubApiKey: string; key: string }> {
	const { clubApiKey, ...credential } = await readCredential(functions);
	const baseUrl = normalizeBaseUrl(credential.baseUrl);
	return { baseUrl, clubApiKey, key: fingerprint(baseUrl, clubApiKey) };
}

/**
 * Whether a token belongs to this trigger: the stored one, which stays valid when the Club API key is replaced, or a later one
 * for its address under that key, which n8n may not have stored yet. An earlier one may have leaked.
 */
export async function accepts(functions: IWebhookFunctions, token: string): Promise<boolean> {
	const stored = storedBy(functions);
	if (isStored(token, stored.tokenHash)) return true;
	if (!isToken(token) || madeAt(token) < (stored.madeAt ?? 0)) return false;
	return verifies(token, signedOf(functions), (await clubOf(functions)).clubApiKey);
}
