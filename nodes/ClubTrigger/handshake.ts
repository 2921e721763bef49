import type { IWebhookFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import { isPublicAddress } from '../shared/transport/publicAddress';
import { partsOf, sameSecret } from './destination';
import type { Send } from '../shared/transport/client';
import { currentSubscriptions } from './registration';

/**
 * The asynchronous handshake (§6.4): where the code in the answer does not get through, the club waits in the state
 * AwaitingManualAction for a GET to its `validationUrl`. The delivery alone proves nothing, so the club's own list is
 * asked whether a subscription with this secret really waits. The process that got the delivery does it, since no other
 * one knows the `validationUrl`; the activation, in another process maybe, sees the state change.
 */

/** When the state is looked at after the answer, in milliseconds from one look to the next. */
const LOOKS_MS = [500, 1_500, 3_000, 4_000];

/** How long the validation link may take, in milliseconds. */
const VISIT_TIMEOUT_MS = 5_000;

/** Secrets whose handshake is being completed here: one visit at a time, however often the delivery is repeated. */
const underWay = new Set<string>();

/** The state of the subscription that has this secret, once it is no longer being created; nothing when there is none. */
async function settledState(send: Send, secret: string): Promise<string | undefined> {
	for (const ms of LOOKS_MS) {
		await sleep(ms);
		const subscriptions = await currentSubscriptions(send);
		const ours = subscriptions.find(({ url }) => sameSecret(partsOf(url).secret ?? '', secret));
		if (!ours || !['Creating', 'Updating'].includes(ours.state)) return ours?.state;
	}
	return undefined;
}

/** Opens a validation link, without keys, without following redirects. */
async function visit(functions: IWebhookFunctions, url: string): Promise<void> {
	const { statusCode } = await functions.helpers.httpRequest({
		method: 'GET',
		url,
		timeout: VISIT_TIMEOUT_MS,
		disableFollowRedirect: true,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		encoding: 'text',
	});
	const { host } = new URL(url);
	if (statusCode < 300) functions.logger.info(`The address of this Club Trigger was confirmed through the validation link at ${host}`);
	else functions.logger.warn(`The validation link at ${host} answered ${statusCode}, so the club may not send events`);
}

/**
 * Completes the handshake where the club waits for it. Meant to run after the answer; it never throws.
 * @param origin origin of the credential's base URL
 */
export async function completeHandshake(
	functions: IWebhookFunctions,
	send: Send,
	origin: string,
	{ secret, validationUrl }: { secret: string; validationUrl: string },
): Promise<void> {
	const { logger } = functions;
	if (underWay.has(secret)) return;
	underWay.add(secret);
	try {
		if ((await settledState(send, secret)) !== 'AwaitingManualAction') return;
		if (isPublicAddress(validationUrl, origin)) await visit(functions, validationUrl);
		else logger.warn('The club waits for a validation link to be opened, but it is not a public https address, so it was not opened');
	} catch (error) {
		logger.warn(`The handshake of this Club Trigger could not be completed: ${error instanceof Error ? error.message : 'no answer'}`);
	} finally {
		underWay.delete(secret);
	}
}
