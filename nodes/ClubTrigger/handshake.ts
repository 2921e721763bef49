import type { IWebhookFunctions } from 'n8n-workflow';
import type { Send } from '../shared/transport/send';
import type { Clock } from '../shared/transport/process';
import { clock as realClock, remembered } from '../shared/transport/process';
import { askOutside } from '../shared/transport/egress';
import { attempt } from '../shared/transport/errors';
import { within } from '../shared/transport/http';
import { isPublicAddress } from '../shared/transport/publicAddress';
import { partsOf, signedAddress } from './token';
import { OncePerMinute } from './hooks';
import type { Subscription } from './plan';
import { isOurs } from './plan';
import { currentSubscriptions, isProgress } from './registration';

/**
 * The asynchronous handshake (§6.4): where the code in the answer does not get through, the club waits in the state
 * AwaitingManualAction for a GET to its `validationUrl`. The delivery alone proves nothing, so the club's own list is
 * asked whether the subscription really waits. The process that got the delivery does it, since no other one knows the
 * `validationUrl`; the activation, in another process maybe, sees the state change.
 * @reading webhookAnswer
 */

/** When the state is looked at after the answer, in milliseconds from one look to the next. */
const LOOKS_MS = [500, 1_500, 3_000, 5_000, 15_000, 30_000];

/** How long the validation link may take in all, in milliseconds: later validations of the trigger wait for it. */
const VISIT_TIMEOUT_MS = 5_000;

/** A validation that the club has asked for. */
export interface Validation {
	validationUrl: string;
	/** What its token was made for, by which a subscription is known whose token nobody can see. */
	signed: string;
	isTest: boolean;
	tokenHash: string;
}

const turns = new OncePerMinute(remembered('handshakes'));

/** The last validation of each trigger that is not dealt with. */
const asked = remembered<Validation>('handshakesAsked');

/** The state of the subscription in question, once it is no longer being created; nothing when there is none. */
async function finalState(send: Send, { signed, isTest, tokenHash }: Validation, clock: Clock): Promise<string | undefined> {
	const isMeant = (subscription: Subscription) =>
		signedAddress(partsOf(subscription.url).address, isTest) === signed &&
		isOurs(subscription, { tokenHash, subscriptionId: subscription.id });
	for (const ms of LOOKS_MS) {
		await clock.sleep(ms);
		const meant = (await currentSubscriptions(send)).find(isMeant);
		if (!meant || !isProgress(meant.state)) return meant?.state;
	}
	return undefined;
}

/** Opens a validation link of the internet, without keys, without following redirects. What it answers is not read. */
async function visit({ helpers, logger }: IWebhookFunctions, url: string, origin: string): Promise<void> {
	const limit = AbortSignal.timeout(VISIT_TIMEOUT_MS);
	const answer = isPublicAddress(url, origin) ? await within(askOutside({ helpers }, new URL(url), origin, limit), limit) : undefined;
	if (!answer) {
		logger.warn('The club waits for a validation link to be opened, but it is not a public https address, so it confirms nothing');
		return;
	}
	answer.close();
	const { host } = new URL(url);
	if (answer.statusCode < 300) logger.info(`The address of this Club Trigger was confirmed through the validation link at ${host}`);
	else logger.warn(`The validation link at ${host} answered ${answer.statusCode}, so the club may not send events`);
}

/** Opens the link of a validation, once the club waits for it. */
async function complete(
	functions: IWebhookFunctions,
	send: Send,
	{ origin, validation }: { origin: string; validation: Validation },
	clock: Clock,
): Promise<void> {
	const state = await finalState(send, validation, clock);
	if (state === 'AwaitingManualAction') await visit(functions, validation.validationUrl, origin);
}

/**
 * Completes the handshake where the club waits for it, at most once a minute for each trigger: one that comes earlier
 * waits, and of several that wait the last one counts. Meant to run after the answer; it never throws.
 * @param name names the trigger
 * @param origin origin of the credential's base URL
 */
export async function completeHandshake(
	functions: IWebhookFunctions,
	send: Send,
	{ name, origin, validation }: { name: string; origin: string; validation: Validation },
	clock: Clock = realClock,
): Promise<void> {
	const isUnderWay = asked.get(name) !== undefined;
	asked.set(name, validation);
	if (isUnderWay) return;
	let dealtWith: Validation | undefined;
	try {
		while (asked.get(name) !== dealtWith) {
			await clock.sleep(turns.wait(name, clock.now()));
			turns.done(name, clock.now());
			dealtWith = asked.get(name) ?? validation;
			const ended = await attempt(complete(functions, send, { origin, validation: dealtWith }, clock));
			if (!('error' in ended)) continue;
			const reason = ended.error instanceof Error ? ended.error.message : 'no answer';
			functions.logger.warn(`The handshake of this Club Trigger could not be completed: ${reason}`);
		}
	} finally {
		asked.delete(name);
	}
}
