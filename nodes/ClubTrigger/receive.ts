import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { parseSubject } from '../shared/api/events';
import { matches } from '../shared/records/onlyWhen';
import { nodeKeyOf } from '../shared/transport/spending';
import { clock, remembered } from '../shared/transport/process';
import { attempt } from '../shared/transport/errors';
import type { ClubEvent, Delivery } from './delivery';
import { choiceOf, readDelivery } from './delivery';
import { TOKEN, signedAddress, hashOf, isStored, isToken, madeAt, verifies } from './token';
import { isToBeShown, logEvent } from './emit';
import { HandledHere } from './handledEvents';
import { completeHandshake } from './handshake';
import { renewed } from './lifecycle';
import { OncePerMinute, clubApiKeyOf, clubOrigin, clientFor, triggerKey, storedBy } from './hooks';
import type { TriggerSettings } from './settings';
import { triggerSettings } from './settings';

/** The answer to events that start nothing: they are acknowledged, so that they are not sent again. */
const ACKNOWLEDGED: IWebhookResponseData = { webhookResponse: { status: 'acknowledged' } };

const handledHere = new HandledHere();

/** Answers with a status of our own. */
function answer(functions: IWebhookFunctions, status: number, message: string): IWebhookResponseData {
	functions.getResponseObject().status(status).json({ message });
	return { noWebhookResponse: true };
}

/** Whether this delivery was answered with a success, once the answer is out or the connection has gone. */
async function answered(functions: IWebhookFunctions): Promise<boolean> {
	const response = functions.getResponseObject();
	if (!response.closed) await new Promise((resolve) => response.once('close', resolve));
	return response.writableFinished && response.statusCode < 300;
}

/** What this node adds to an event: a sender's own properties of these names would pass for what the club's API says. */
const OURS: ReadonlySet<string> = new Set(['ids', 'record', 'recordError', 'advice', 'athlete', 'athleteError']);

/** The event as the workflow gets it: as received, with the numbers in its subject (§6.3). */
const itemOf = (event: ClubEvent): IDataObject => ({
	...Object.fromEntries(Object.entries(event).filter(([name]) => !OURS.has(name))),
	ids: typeof event.subject === 'string' ? (parseSubject(event.subject)?.ids ?? {}) : {},
});

const isTest = (functions: IWebhookFunctions): boolean => functions.getMode() === 'manual';

/** What the token of this trigger is made for. */
const signedOf = (functions: IWebhookFunctions): string => signedAddress(functions.getNodeWebhookUrl('default') ?? '', isTest(functions));

/**
 * The token of a delivery, where it is one of this trigger's: the stored one, or a later one that was made for its address
 * under the Club API key. It may not be stored yet, and a key may have been replaced since. An earlier one may have leaked.
 */
async function acceptedToken(functions: IWebhookFunctions): Promise<string | undefined> {
	const { [TOKEN]: token } = functions.getQueryData() as IDataObject;
	if (!isToken(token)) return undefined;
	const stored = storedBy(functions);
	if (isStored(token, stored.tokenHash)) return token;
	if (madeAt(token) < (stored.madeAt ?? 0)) return undefined;
	return verifies(token, signedOf(functions), await clubApiKeyOf(functions)) ? token : undefined;
}

const warnings = new OncePerMinute(remembered('unreadableCredentials'));

/** Answers while the credential cannot be read: an error would start a failed execution, for whoever knows the address. */
function answerUnchecked(functions: IWebhookFunctions, error: unknown): IWebhookResponseData {
	const name = triggerKey(functions);
	const why = error instanceof Error ? error.message : String(error);
	if (warnings.wait(name, clock.now()) === 0) {
		warnings.done(name, clock.now());
		functions.logger.warn(`The token of a delivery cannot be checked, because the credential of this Club Trigger cannot be read: ${why}`);
	}
	return answer(functions, 503, 'The token cannot be checked now; send this again');
}

/** Answers the validation code in the same call (§6.4) and sees to the validation link afterwards. */
function answerHandshake(
	functions: IWebhookFunctions,
	{ validationCode, validationUrl }: Extract<Delivery, { kind: 'handshake' }>,
	token: string,
): IWebhookResponseData {
	if (validationUrl) {
		const validation = { validationUrl, signed: signedOf(functions), isTest: isTest(functions), tokenHash: hashOf(token) };
		void clubOrigin(functions).then(
			async (origin) => await completeHandshake(functions, clientFor(functions), { name: triggerKey(functions), origin, validation }),
			() => functions.logger.warn('The handshake of this Club Trigger was answered, but its credential cannot be read'),
		);
	}
	return { webhookResponse: { validationResponse: validationCode } };
}

/** The events that start the workflow. Of the others the log says why not. */
async function startingEvents(
	functions: IWebhookFunctions,
	all: ClubEvent[],
	settings: TriggerSettings,
): Promise<{ events: ClubEvent[]; foreign: ClubEvent[] }> {
	const isLive = functions.getMode() === 'webhook';
	const keep = (events: ClubEvent[], isKept: (event: ClubEvent) => boolean, outcome: string): ClubEvent[] =>
		events.filter((event) => {
			const kept = isKept(event);
			if (!kept) logEvent(functions.logger, event, outcome);
			return kept;
		});
	const choices = new Map(all.map((event) => [event, choiceOf(event, settings.events, settings.emitUnknown)]));
	const known = keep(all, (event) => choices.get(event) !== 'notChosen', 'not chosen');
	const foreign = known.filter((event) => choices.get(event) === 'foreign');
	const chosen = known.filter((event) => choices.get(event) === 'chosen');
	// Whoever listens in the editor sees what does not match too: the execution says why it would not start.
	const isWanted = (event: ClubEvent) => isTest(functions) || matches(itemOf(event), settings.onlyWhen, false) !== false;
	const matching = keep(chosen, isWanted, 'not matching');
	if (!isLive || !settings.deduplicate || matching.length === 0) return { events: matching, foreign };
	const keyOf = ({ id }: ClubEvent) => `${nodeKeyOf(functions)}\n${String(id)}`;
	const own = await handledHere.admit(matching.map(keyOf), answered(functions));
	return { events: keep(matching, (event) => own.delete(keyOf(event)), 'duplicate'), foreign };
}

/**
 * Acknowledges events that nobody knows. One that is to be shown starts an execution that fails, so that it is seen; it is
 * answered beforehand, since a failure would be sent again.
 */
function showUnknown(functions: IWebhookFunctions, foreign: ClubEvent[]): IWebhookResponseData {
	const first = functions.getMode() === 'webhook' ? foreign.find((event) => isToBeShown(triggerKey(functions), event)) : undefined;
	if (!first) return ACKNOWLEDGED;
	return { ...answer(functions, 200, 'acknowledged'), workflowData: [[{ json: itemOf(first) }]] };
}

/**
 * Takes in one delivery (§6.1, §6.4). What does not carry a token of this trigger is refused before anything else is
 * read; a handshake is answered, and the chosen events start one execution, one item each. Nothing but the answer waits
 * for the workflow.
 */
export async function receive(functions: IWebhookFunctions): Promise<IWebhookResponseData> {
	const accepted = await attempt(acceptedToken(functions));
	if ('error' in accepted) return answerUnchecked(functions, accepted.error);
	const token = accepted.value;
	if (token === undefined) return answer(functions, 401, 'The token is missing or wrong');
	const delivery = readDelivery(functions.getRequestObject().body);
	if (delivery.kind === 'handshake') return answerHandshake(functions, delivery, token);
	if (delivery.kind === 'malformed') {
		functions.logger.warn(`A delivery of the club was refused: it holds ${delivery.reason}`);
		return answer(functions, 400, `This is no delivery of events: it holds ${delivery.reason}`);
	}
	if (delivery.malformed > 0)
		functions.logger.warn(
			`A delivery of the club holds ${delivery.malformed} entries without an id or an eventType; they were acknowledged and left out`,
		);
	const settings = triggerSettings(functions);
	if (
		delivery.deleted !== undefined &&
		functions.getMode() === 'webhook' &&
		!(await renewed(functions, token, delivery.deleted, settings))
	) {
		return answer(functions, 503, 'This trigger could not be registered again; send this again');
	}
	const { events, foreign } = await startingEvents(functions, delivery.events, settings);
	for (const event of foreign) logEvent(functions.logger, event, 'unknown');
	if (events.length === 0) return showUnknown(functions, foreign);
	for (const event of events) logEvent(functions.logger, event, 'started');
	return { workflowData: [events.map((event) => ({ json: itemOf(event) }))] };
}
