import type { IDataObject, IWebhookFunctions, IWebhookResponseData, Logger } from 'n8n-workflow';
import { parseSubject } from '../shared/api/eventSubjects';
import { textOf } from '../shared/api/json';
import { HOUR_MS, timeOf } from '../shared/api/time';
import { matches } from '../shared/events/onlyWhen';
import { attempt, messageOf } from '../shared/transport/errors';
import { clock, remembered, nodeKeyOf } from '../shared/transport/process';
import { choiceOf, readDelivery, type ClubEvent, type Delivery, type DeliveryOf } from './delivery';
import { HandledHere } from './handledEvents';
import { completeHandshake } from './handshake';
import { LATER_MS, accepts, clientFor, clubOf, isDue, isTest, signedOf, triggerKey } from './hooks';
import { renewed } from './renewal';
import { OTHER_CLUB, otherClub } from './otherClub';
import { triggerSettings, type TriggerSettings } from './description';
import { TOKEN, hashOf } from './token';

const handledHere = new HandledHere();

function answer(functions: IWebhookFunctions, status: number, message: string): IWebhookResponseData {
	functions.getResponseObject().status(status).json({ message });
	return { noWebhookResponse: true };
}

/**
 * Whether n8n answers this delivery with a success. If the club no longer waits for the answer, n8n still finishes, so a
 * repetition counts as a duplicate all the same. The event `prefinish` comes with the answer, also after the connection is closed.
 */
async function isAnswered(functions: IWebhookFunctions): Promise<boolean> {
	const response = functions.getResponseObject();
	if (!response.writableEnded) await new Promise((resolve) => response.once('prefinish', resolve));
	return response.statusCode < 300;
}

/** The properties that this node adds to an event: a sender's own would pass for answers of the club's API. */
const ADDED: ReadonlySet<string> = new Set(['ids', 'record', 'recordError', 'advice', 'athlete', 'athleteError', OTHER_CLUB]);

/** The event as the workflow gets it: as received, with the IDs in its subject (§6.3). */
const itemOf = (event: ClubEvent): IDataObject => ({
	...Object.fromEntries(Object.entries(event).filter(([name]) => !ADDED.has(name))),
	ids: typeof event.subject === 'string' ? (parseSubject(event.subject)?.ids ?? {}) : {},
});

/** Warns of deliveries of one kind at most once a minute, since anyone with the token can send any number of them. */
function warn(functions: IWebhookFunctions, kind: string, text: string): void {
	if (isDue(`${triggerKey(functions)}\n${kind}`)) functions.logger.warn(text);
}

/** Answers while the credential cannot be read. An error would let anyone who knows the address start failed executions. */
function answerUnchecked(functions: IWebhookFunctions, error: unknown): IWebhookResponseData {
	const text = `The token of a delivery cannot be checked, because the credential of this Club Trigger cannot be read: ${messageOf(error)}`;
	warn(functions, 'unchecked', text);
	return answer(functions, 503, 'The token cannot be checked now; send this again');
}

function openLink(functions: IWebhookFunctions, validationUrl: string, token: string): void {
	const validation = { validationUrl, signed: signedOf(functions), isTest: isTest(functions), tokenHash: hashOf(token) };
	void clubOf(functions).then(
		async ({ baseUrl }) =>
			await completeHandshake(functions, clientFor(functions, LATER_MS), { name: triggerKey(functions), baseUrl, validation }),
		() => functions.logger.warn('The handshake of this Club Trigger was answered, but its credential cannot be read'),
	);
}

const EXCERPT = 100;

export const excerptOf = (value: unknown): string =>
	(typeof value === 'string' || typeof value === 'number' ? String(value) : '').slice(0, EXCERPT).replace(/[^\w.:/+ -]/g, '?');

/** Logs what became of an event, whose time is in UTC (§6.1), at the level debug; never its data, which is personal. */
export function logEvent(logger: Logger, { eventType, id, eventTime }: IDataObject, outcome: string): void {
	const age = Math.round((clock.now() - (timeOf(eventTime, 'utc') ?? NaN)) / 1000);
	logger.debug(
		`Club event ${excerptOf(eventType)} ${excerptOf(id)}, ${Number.isFinite(age) ? `${age} s old` : 'of unknown age'}: ${outcome}`,
	);
}

const reportedKinds = remembered<true>('shownKinds');

/**
 * Whether to show this unknown event, and notes that it is shown: the first of its type and version in this process, and the
 * first of the trigger in an hour, since a sender can make up any number of types.
 */
function isToBeReported(name: string, { eventType, dataVersion }: IDataObject): boolean {
	const kind = JSON.stringify([name, excerptOf(eventType), excerptOf(dataVersion)]);
	if (reportedKinds.get(kind) || !isDue(name, HOUR_MS)) return false;
	reportedKinds.set(kind, true);
	return true;
}

/** The events that start the workflow, and the unknown ones. For each of the others, the log says why it does not. */
function startingEvents(
	functions: IWebhookFunctions,
	all: ClubEvent[],
	settings: TriggerSettings,
	isLive: boolean,
): Record<'events' | 'unknown', ClubEvent[]> {
	const events: ClubEvent[] = [];
	const unknown: ClubEvent[] = [];
	for (const event of all) {
		const choice = choiceOf(event, settings.events, settings.emitUnknown);
		// In a test run the user also sees events that do not match: the execution says why they would not start it.
		const isMatching = () => !isLive || matches(itemOf(event), settings.onlyWhen, false) !== false;
		if (choice === 'notChosen') logEvent(functions.logger, event, 'not chosen');
		else if (choice === 'unknown') unknown.push(event);
		else if (isMatching()) events.push(event);
		else logEvent(functions.logger, event, 'not matching');
	}
	return { events, unknown };
}

async function withoutRepeated(functions: IWebhookFunctions, events: ClubEvent[]): Promise<ClubEvent[]> {
	const keyOf = ({ id }: ClubEvent) => `${nodeKeyOf(functions)}\n${String(id)}`;
	const admitted = await handledHere.admit(events.map(keyOf), isAnswered(functions));
	return events.filter((event) => {
		const isFirst = admitted.delete(keyOf(event));
		if (!isFirst) logEvent(functions.logger, event, 'duplicate');
		return isFirst;
	});
}

/**
 * Confirms events that start nothing, so that the club does not send them again. An unknown one of them may start an execution that
 * fails, so that the user sees it. The answer goes out first, since the club would send the event again after a failure.
 */
function acknowledge(functions: IWebhookFunctions, unknown: ClubEvent[] = []): IWebhookResponseData {
	for (const event of unknown) logEvent(functions.logger, event, 'unknown');
	const first = isTest(functions) ? undefined : unknown.find((event) => isToBeReported(triggerKey(functions), event));
	if (!first) return { webhookResponse: { status: 'acknowledged' } };
	return { ...answer(functions, 200, 'acknowledged'), workflowData: [[{ json: itemOf(first) }]] };
}

/** Fails an execution with the events of another club, at most once an hour. Until then the club is asked to keep them. */
function refuseOtherClub(functions: IWebhookFunctions, events: ClubEvent[], registered: object): IWebhookResponseData {
	if (!isDue(`${triggerKey(functions)}\n${OTHER_CLUB}`, HOUR_MS))
		return answer(functions, 503, 'The credential of this trigger belongs to another club');
	const items = events.map((event) => ({ json: { ...itemOf(event), [OTHER_CLUB]: registered as IDataObject } }));
	return { ...answer(functions, 200, 'acknowledged'), workflowData: [items] };
}

/** A delivery with a token of the trigger, which is published, or listens to a test event. */
interface Reception {
	functions: IWebhookFunctions;
	token: string;
	isLive: boolean;
}

/** Starts one execution with one item for each event that is chosen, matches and has not been handled. */
async function start(
	{ functions, token, isLive }: Reception,
	delivery: DeliveryOf<'events' | 'dropped'>,
	settings: TriggerSettings,
): Promise<IWebhookResponseData> {
	if (delivery.malformed > 0)
		warn(
			functions,
			'leftOut',
			`A delivery of the club contains ${delivery.malformed} entries without an id or an eventType. They were confirmed and left out`,
		);
	const { events, unknown } = startingEvents(functions, delivery.events, settings, isLive);
	if (events.length === 0) return acknowledge(functions, unknown);
	const registered = isLive ? await otherClub(functions, token) : undefined;
	if (registered) return refuseOtherClub(functions, events, registered);
	const starting = isLive && settings.deduplicate ? await withoutRepeated(functions, events) : events;
	if (starting.length === 0) return acknowledge(functions, unknown);
	for (const event of unknown) logEvent(functions.logger, event, 'unknown');
	for (const event of starting) logEvent(functions.logger, event, 'started');
	return { workflowData: [starting.map((event) => ({ json: itemOf(event) }))] };
}

type Answers = {
	[Kind in Delivery['kind']]: (from: Reception, delivery: DeliveryOf<Kind>) => IWebhookResponseData | Promise<IWebhookResponseData>;
};

const ANSWERS: Answers = {
	handshake({ functions, token }, { validationCode, validationUrl }) {
		if (validationUrl) openLink(functions, validationUrl, token);
		return { webhookResponse: { validationResponse: validationCode } };
	},
	malformed({ functions }, { reason }) {
		warn(functions, 'malformed', `A delivery of the club was refused: it contains ${reason}`);
		return answer(functions, 400, `This is not a delivery of events: it contains ${reason}`);
	},
	async dropped(from, delivery) {
		const { functions, token, isLive } = from;
		const settings = triggerSettings(functions);
		if (!isLive || (await renewed(functions, token, delivery.subscriptionId, settings))) return await start(from, delivery, settings);
		return answer(functions, 503, 'This trigger could not be registered again; send this again');
	},
	events: async (from, delivery) => await start(from, delivery, triggerSettings(from.functions)),
};

const answerTo = <Kind extends Delivery['kind']>(from: Reception, delivery: DeliveryOf<Kind>) => ANSWERS[delivery.kind](from, delivery);

/** Receives one delivery. Without a token of this trigger it is refused before its body is read. */
export async function receive(functions: IWebhookFunctions): Promise<IWebhookResponseData> {
	const token = textOf((functions.getQueryData() as IDataObject)[TOKEN]);
	const isLive = !isTest(functions);
	const accepted = await attempt(accepts(functions, token));
	if ('error' in accepted) return answerUnchecked(functions, accepted.error);
	if (!accepted.value) return answer(functions, 401, 'The token is missing or wrong');
	return await answerTo({ functions, token, isLive }, readDelivery(functions.getRequestObject().body));
}
