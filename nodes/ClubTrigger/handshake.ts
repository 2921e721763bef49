import type { IWebhookFunctions } from 'n8n-workflow';
import { messageOf } from '../shared/transport/errors';
import { within } from '../shared/transport/http';
import { clock, remembered } from '../shared/transport/process';
import { isLoopback, isPublicAddress } from '../shared/transport/publicAddress';
import type { Send } from '../shared/transport/callValues';
import { noteDone, pauseBefore } from './hooks';
import { isOurs, type Subscription } from './plan';
import { currentSubscriptions, isProgress } from './registration';
import { partsOf, signedAddress } from './token';

/**
 * The asynchronous handshake (§6.4): if the code in the answer does not arrive, the club waits in the state
 * AwaitingManualAction for a GET to its `validationUrl`. A delivery alone proves nothing, so the node reads from the club's
 * own list whether the subscription really waits. The process that got the delivery does this, since no other process has
 * the `validationUrl`; the activation may run in another process and sees the state change.
 */

const PAUSES_MS = [500, 1_500, 3_000, 5_000, 15_000, 30_000];

/** The time limit for the validation link, in ms: later validations of the trigger wait for it. */
const VISIT_TIMEOUT_MS = 5_000;

export interface Validation {
	validationUrl: string;
	signed: string;
	isTest: boolean;
	tokenHash: string;
}

const openValidations = remembered<Validation>('openValidations');

/** The state of the subscription once it is no longer in progress; undefined if there is none, or if it stays in progress. */
async function finalState(send: Send, { signed, isTest, tokenHash }: Validation): Promise<string | undefined> {
	const isSame = (subscription: Subscription) =>
		signedAddress(partsOf(subscription.url).address, isTest) === signed &&
		isOurs(subscription, { tokenHash, subscriptionId: subscription.id });
	for (const ms of PAUSES_MS) {
		await clock.sleep(ms);
		const found = (await currentSubscriptions(send)).find(isSame);
		if (!found || !isProgress(found.state)) return found?.state;
	}
	return undefined;
}

/** The filter of n8n 2.41 and later: it looks the name of an address up and decides whether a node may call it. */
interface Filtering {
	getSecureEgressFilter?(policy: 'enforced'): { validateUrl(url: URL): Promise<{ ok: boolean }> };
}

/**
 * Whether a link is https and public, by n8n's list of private networks too, even if the administrator does not enforce it for all
 * nodes. An older n8n has no such filter, and a sandbox on this machine needs none.
 */
async function isPublicLink(helpers: Filtering, link: string, baseUrl: string): Promise<boolean> {
	if (!isPublicAddress(link, baseUrl)) return false;
	const url = new URL(link);
	const filter = isLoopback(url.hostname) ? undefined : helpers.getSecureEgressFilter?.('enforced');
	return (await filter?.validateUrl(url))?.ok ?? true;
}

async function visit({ helpers, logger }: IWebhookFunctions, link: string, baseUrl: string): Promise<void> {
	const limit = AbortSignal.timeout(VISIT_TIMEOUT_MS);
	const isPublic = isPublicLink(helpers as Filtering, link, baseUrl);
	if (!(await within(isPublic, limit))) {
		logger.warn(
			'The club waits for a validation link to be opened, but the link is not a public https address, so this node did not open it',
		);
		return;
	}
	const { href, host } = new URL(link);
	const connection = new AbortController();
	const answer = helpers.httpRequest({
		method: 'GET',
		url: href,
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		abortSignal: AbortSignal.any([limit, connection.signal]),
	}) as Promise<{ statusCode: number }>;
	const { statusCode } = await within(answer, limit);
	// In n8n, destroying the body leaves the connection open.
	connection.abort();
	if (statusCode < 300) logger.info(`The address of this Club Trigger was confirmed through the validation link at ${host}`);
	else logger.warn(`The validation link at ${host} answered ${statusCode}, so the club may not send events`);
}

/**
 * Completes the handshake if the club waits for it, at most once a minute for each trigger. A validation that comes earlier
 * waits, and of several that wait only the last one is done. Runs after the answer, and never throws.
 * @param name of the trigger in this process
 * @param baseUrl of the credential
 */
export async function completeHandshake(
	functions: IWebhookFunctions,
	send: Send,
	{ name, baseUrl, validation }: { name: string; baseUrl: string; validation: Validation },
): Promise<void> {
	const isInProgress = openValidations.get(name) !== undefined;
	openValidations.set(name, validation);
	if (isInProgress) return;
	let done: Validation | undefined;
	const work = `handshake\n${name}`;
	try {
		while (openValidations.get(name) !== done) {
			await clock.sleep(pauseBefore(work));
			noteDone(work);
			done = openValidations.get(name) ?? validation;
			try {
				const state = await finalState(send, done);
				if (state === 'AwaitingManualAction') await visit(functions, done.validationUrl, baseUrl);
			} catch (error) {
				functions.logger.warn(`The handshake of this Club Trigger could not be completed: ${messageOf(error)}`);
			}
		}
	} finally {
		openValidations.delete(name);
	}
}
