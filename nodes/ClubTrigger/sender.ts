import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import type { Send } from '../shared/transport/send';
import { ClubClient } from '../shared/transport/client';
import type { ClubCredential } from '../shared/transport/credential';
import { CLUB_API } from '../shared/transport/credential';
import { WAITING_MS } from './pacing';

/** How long the club may take to answer one call, in milliseconds. */
const TIMEOUT_MS = 10_000;

/**
 * Calls of a hook or a delivery: each with a client of its own, since a client answers the same read once.
 * @param maxWaitMs how long a call may wait for its turn
 */
export const sender =
	(functions: IHookFunctions | IWebhookFunctions, maxWaitMs = WAITING_MS): Send =>
	async (call, ...values) =>
		await (await ClubClient.open(functions, { maxWaitMs, timeoutMs: TIMEOUT_MS })).send(call, ...values);

/** Origin of the credential's base URL. */
export const clubOrigin = async (functions: IHookFunctions | IWebhookFunctions): Promise<string> =>
	(await ClubClient.open(functions, { maxWaitMs: 0 })).origin;

/** The key under which tokens are signed. */
export const clubApiKeyOf = async (functions: IHookFunctions | IWebhookFunctions): Promise<string> =>
	(await functions.getCredentials<ClubCredential>(CLUB_API)).clubApiKey;
