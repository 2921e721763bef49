import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { parseSubject } from '../shared/api/subjects';
import { matches } from '../shared/records/onlyWhen';
import { Arrivals } from './arrivals';
import type { ClubEvent, Delivery } from './delivery';
import { eventTypesOf, readDelivery, selectEvents } from './delivery';
import { TOKEN, isSecret, sameSecret } from './destination';
import { completeHandshake } from './handshake';
import { clubOrigin, keptBy, sender } from './hooks';
import { register } from './registration';
import type { TriggerSettings } from './settings';
import { settingsOf } from './settings';

/** The answer to events that start nothing: they are acknowledged, so that they are not sent again. */
const ACKNOWLEDGED: IWebhookResponseData = { webhookResponse: { status: 'acknowledged' } };

const arrivals = new Arrivals();

/** Answers with a status of our own; no execution starts. */
function refuse(functions: IWebhookFunctions, status: number, message: string): IWebhookResponseData {
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

/** Each event of a delivery once, and none that this process is handling or has just handled. */
async function withoutDuplicates(functions: IWebhookFunctions, events: ClubEvent[]): Promise<ClubEvent[]> {
	const keyOf = ({ id }: ClubEvent) => [functions.getWorkflow().id, functions.getNode().id, id].join('\n');
	const own = await arrivals.admit(events.map(keyOf), answered(functions));
	return events.filter((event) => own.delete(keyOf(event)));
}

/** Answers the validation code in the same call (§6.4) and sees to the validation link afterwards. */
async function answerHandshake(
	functions: IWebhookFunctions,
	{ validationCode, validationUrl }: Extract<Delivery, { kind: 'handshake' }>,
	secret: string,
): Promise<IWebhookResponseData> {
	if (validationUrl) {
		void clubOrigin(functions).then(
			async (origin) => await completeHandshake(functions, sender(functions), origin, { secret, validationUrl }),
			() => functions.logger.warn('The handshake of this Club Trigger was answered, but its credential cannot be read'),
		);
	}
	return { webhookResponse: { validationResponse: validationCode } };
}

/** Registrations that are being renewed in this process, by secret. */
const renewals = new Map<string, Promise<boolean>>();

/**
 * Registers again when the club's list really has no subscription for this trigger any more (§6.4); the event by itself
 * proves nothing. The secret stays, so that nothing has to be stored.
 * @returns whether events will come again, or are not wanted to; false when the event should be sent again
 */
async function renew(functions: IWebhookFunctions, secret: string, settings: TriggerSettings): Promise<boolean> {
	const { logger } = functions;
	const wanted = { address: functions.getNodeWebhookUrl('default') ?? '', secret, eventTypes: eventTypesOf(settings.events) };
	const send = sender(functions);
	try {
		if (await register(send, wanted, { create: false })) return true;
		if (!settings.recreateWhenDeleted) {
			logger.warn('The club has dropped the subscription of this Club Trigger, so no more events will come. Deactivate and activate the workflow to register it again');
			return true;
		}
		await register(send, wanted, { create: true });
		logger.info('The club had dropped the subscription of this Club Trigger; it was registered again');
		return true;
	} catch (error) {
		const why = error instanceof Error ? error.message : 'no answer';
		logger.error(`The club has dropped the subscription of this Club Trigger, and it could not be registered again: ${why}`);
		return false;
	}
}

async function renewOnce(functions: IWebhookFunctions, secret: string, settings: TriggerSettings): Promise<boolean> {
	const renewal = renewals.get(secret) ?? renew(functions, secret, settings);
	renewals.set(secret, renewal);
	return await renewal.finally(() => renewals.delete(secret));
}

/**
 * Takes in one delivery (§6.1, §6.4): a handshake is answered, what does not carry the secret or is no delivery is
 * refused, and the selected events start one execution, one item each. Nothing but the answer waits for the workflow.
 */
export async function receive(functions: IWebhookFunctions): Promise<IWebhookResponseData> {
	const { [TOKEN]: token } = functions.getQueryData() as IDataObject;
	if (!isSecret(token)) return refuse(functions, 401, 'The secret is missing');
	const delivery = readDelivery(functions.getRequestObject().body);
	// While the subscription is being created its secret is not stored yet, so the code is answered without it:
	// that proves nothing to anybody but the club, which asked.
	if (delivery.kind === 'handshake') return await answerHandshake(functions, delivery, token);
	const { secret } = keptBy(functions);
	if (!secret) return refuse(functions, 503, 'This trigger is being registered; send this again');
	if (!sameSecret(token, secret)) return refuse(functions, 401, 'The secret is wrong');
	if (delivery.kind === 'malformed') {
		functions.logger.warn(`A delivery of the club was refused: it holds ${delivery.reason}`);
		return refuse(functions, 400, `This is no delivery of events: it holds ${delivery.reason}`);
	}
	const settings = settingsOf(functions);
	const live = functions.getMode() === 'webhook';
	if (delivery.subscriptionDeleted && live && !(await renewOnce(functions, secret, settings))) {
		return refuse(functions, 503, 'This trigger could not be registered again; send this again');
	}
	const selected = selectEvents(delivery.events, settings.events, settings.emitUnknown);
	if (selected.length === 0) return ACKNOWLEDGED;
	const matching = selected.filter((event) => matches(itemOf(event), settings.onlyWhen, false) !== false);
	if (matching.length === 0) return ACKNOWLEDGED;
	const events = live && settings.deduplicate ? await withoutDuplicates(functions, matching) : matching;
	if (events.length === 0) return ACKNOWLEDGED;
	return { workflowData: [events.map((event) => ({ json: itemOf(event) }))] };
}
