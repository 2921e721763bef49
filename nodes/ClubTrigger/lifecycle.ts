import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { assertFields } from '../shared/records/onlyWhen';
import { clock, remembered } from '../shared/transport/process';
import { inOneText, toNodeError } from '../shared/transport/errors';
import { eventTypesOf } from './delivery';
import { assertReachable, signedAddress, hashOf, madeAt, newToken } from './token';
import type { Hook } from './hooks';
import {
	runAsLatest,
	hookInProgress,
	lastStored,
	newerHook,
	triggerKey,
	storedBy,
	WAITING_MS,
	whilePublishing,
	clubApiKeyOf,
	clubOrigin,
	clientFor,
	lastHook,
	OncePerMinute,
} from './hooks';
import type { Ending, Registration } from './registration';
import { register, unregister } from './registration';
import type { RequestedSubscription } from './plan';
import type { TriggerSettings } from './settings';
import { triggerSettings, deliveredItemTop } from './settings';

/** How long what a hook has left to the club is looked after, and how long a call of it may wait, in milliseconds. */
const LATER_MS = 600_000;

/** The pause after the first look at what is left, in milliseconds: nobody waits for it, and each look is a call. */
const LATER_PAUSE_MS = 3_000;

/** Does the work of a hook. */
async function telling<T>(functions: IHookFunctions, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		throw inOneText(toNodeError(functions.getNode(), error));
	}
}

const addressOf = (functions: IHookFunctions): string => functions.getNodeWebhookUrl('default') ?? '';

const isTest = (functions: IHookFunctions): boolean => functions.getMode() === 'manual';

/** What comes of work that a hook has left to the club, in the log. */
interface Outcome {
	level: 'info' | 'error';
	text: string;
}

/** Goes on with what the club could not finish in the time of a publication; the log says what comes of it. */
function finishLater({ logger }: IHookFunctions, work: () => Promise<Outcome>): void {
	void work().then(
		({ level, text }) => logger[level](text),
		(error: unknown) => logger.error(`A Club Trigger gets no events: ${error instanceof Error ? error.message : String(error)}`),
	);
}

const OUTCOMES: Readonly<Record<Ending, Outcome>> = {
	stands: { level: 'info', text: 'The club has confirmed the address of this Club Trigger' },
	none: { level: 'info', text: 'The registration of this Club Trigger was overtaken by a later one' },
	underWay: { level: 'error', text: 'The club has still not confirmed the address of this Club Trigger. Its events come once it has' },
	busy: {
		level: 'error',
		text: 'The calls of this club key are used up, so this Club Trigger could not be registered. Switch the workflow off and on again',
	},
};

/** What a hook asks for; how long it may wait is not its own. */
interface Asked extends Omit<Registration, 'timeMs' | 'pauseMs'> {
	/** Called once it stands, where it does before the hook ends. */
	onStanding?(): void;
}

/** Registers, and leaves to finish what is still under way near n8n's limit. */
async function registeredOrLeft(functions: IHookFunctions, registration: Asked): Promise<boolean> {
	let { wanted } = registration;
	const onKnown = (known: RequestedSubscription): void => {
		wanted = known;
		registration.onKnown?.(known);
	};
	const ending = await whilePublishing(
		String(functions.getWorkflow().id),
		() => clock.now(),
		async (timeMs) => await register(clientFor(functions), { ...registration, onKnown, timeMs }),
	);
	if (ending === 'stands') registration.onStanding?.();
	if (ending === 'stands' || ending === 'none') return ending === 'stands';
	// Without a token nothing can be made later; `create` comes next, and has one.
	if (ending === 'busy' && !registration.token) return false;
	functions.logger.info(
		ending === 'busy'
			? 'The calls of this minute are used up: this Club Trigger is registered once there are some'
			: 'The club is still at work on the subscription of this Club Trigger; its events come once it has finished',
	);
	finishLater(
		functions,
		async () =>
			OUTCOMES[await register(clientFor(functions, LATER_MS), { ...registration, wanted, timeMs: LATER_MS, pauseMs: LATER_PAUSE_MS })],
	);
	return true;
}

/**
 * Registers as the last hook of this trigger, or waits for one that does the same already. n8n 1 activates a workflow
 * twice at once where a user does so while n8n starts, and two tokens would make two subscriptions.
 * @returns whether the subscription stands, or will
 */
async function registered(functions: IHookFunctions, registration: Asked): Promise<boolean> {
	const name = triggerKey(functions);
	const stored = storedBy(functions);
	for (let going = hookInProgress(name, registration.wanted); going; going = hookInProgress(name, registration.wanted)) {
		if (!(await going.isDone)) continue;
		Object.assign(stored, going.stored);
		return true;
	}
	const hook: Hook = { wanted: registration.wanted, stored };
	return await runAsLatest(
		name,
		hook,
		async () => await registeredOrLeft(functions, { ...registration, later: () => newerHook(name, hook) }),
	);
}

/** Whether the subscription of exactly this address stands; other events are set in place, without a new handshake. */
export async function checkExists(functions: IHookFunctions): Promise<boolean> {
	const address = addressOf(functions);
	const stored = storedBy(functions);
	if (!stored.tokenHash) Object.assign(stored, lastStored(triggerKey(functions), address));
	const { tokenHash, subscriptionId } = stored;
	if (!tokenHash) return false;
	return await telling(functions, async () => {
		const settings = triggerSettings(functions);
		assertFields(settings.onlyWhen, deliveredItemTop(settings));
		const wanted = { address, tokenHash, subscriptionId, eventTypes: eventTypesOf(settings.events) };
		return await registered(functions, { wanted });
	});
}

/** Registers with a new token, and waits until the club has confirmed it. */
export async function create(functions: IHookFunctions): Promise<boolean> {
	return await telling(functions, async () => {
		const settings = triggerSettings(functions);
		assertFields(settings.onlyWhen, deliveredItemTop(settings));
		const address = addressOf(functions);
		assertReachable(address, await clubOrigin(functions));
		const stored = storedBy(functions);
		const token = newToken(signedAddress(address, isTest(functions)), await clubApiKeyOf(functions), stored.madeAt);
		const onStanding = () => void Object.assign(stored, { tokenHash: hashOf(token), madeAt: madeAt(token), address });
		// With an earlier token that is not removed the club may deliver until the new one stands.
		if (!stored.tokenHash) onStanding();
		const onKnown = ({ subscriptionId }: RequestedSubscription) =>
			void Object.assign(stored, subscriptionId !== undefined && { subscriptionId });
		const wanted = { address, tokenHash: hashOf(token), eventTypes: eventTypesOf(settings.events) };
		return await registered(functions, { wanted, token, onKnown, onStanding });
	});
}

/** Removes what delivers here. What is stored of the token goes first: whatever still arrives is not ours any more. */
export async function remove(functions: IHookFunctions): Promise<boolean> {
	const name = triggerKey(functions);
	const stored = storedBy(functions);
	const hook: Hook = { removed: stored.tokenHash };
	const work = async () => {
		delete stored.tokenHash;
		const addresses = [addressOf(functions), ...(stored.address ? [stored.address] : [])];
		const isRemoved = await unregister(clientFor(functions), addresses, WAITING_MS);
		delete stored.address;
		delete stored.subscriptionId;
		if (!isRemoved) {
			finishLater(functions, async () => {
				const isGone = Boolean(newerHook(name, hook)) || (await unregister(clientFor(functions, LATER_MS), addresses, LATER_MS));
				return isGone
					? { level: 'info', text: 'The subscription of this Club Trigger is removed' }
					: {
							level: 'error',
							text: 'The subscription of this Club Trigger could not be removed. Remove it with Webhook Subscription > Delete',
						};
			});
		}
		return true;
	};
	return await telling(functions, async () => await runAsLatest(name, hook, work));
}

/** The last renewal of each trigger: of which subscription, and what came of it. */
const renewals = remembered<{ of: string; isDone: Promise<boolean> }>('renewalsAsked');

const turns = new OncePerMinute(remembered('renewals'));

/**
 * Registers again when the club's list really has no subscription for this trigger any more (§6.4); the event by itself
 * proves nothing, and may be about one that was replaced long ago. The token stays, so that nothing has to be stored.
 */
async function renew(functions: IWebhookFunctions, token: string, settings: TriggerSettings, hook?: Hook): Promise<boolean> {
	const { logger } = functions;
	const { tokenHash = '', subscriptionId } = storedBy(functions);
	const address = functions.getNodeWebhookUrl('default') ?? '';
	const wanted = { address, tokenHash, subscriptionId, eventTypes: eventTypesOf(settings.events) };
	const send = clientFor(functions);
	const later = () => newerHook(triggerKey(functions), hook);
	try {
		const ending = await register(send, { wanted, timeMs: WAITING_MS, later });
		if (ending !== 'none') return ending !== 'busy';
		if (later()) return false;
		if (!settings.recreateWhenDeleted) {
			logger.warn(
				'The club has dropped the subscription of this Club Trigger, so no more events will come. Switch the workflow off and on again to register it',
			);
			return true;
		}
		const again = await register(send, { wanted: { ...wanted, tokenHash: hashOf(token) }, token, timeMs: WAITING_MS, later });
		if (again === 'busy' || again === 'none') return false;
		logger.info('The club had dropped the subscription of this Club Trigger; it was registered again');
		return true;
	} catch (error) {
		const why = error instanceof Error ? error.message : 'no answer';
		logger.error(`The club has dropped the subscription of this Club Trigger, and it could not be registered again: ${why}`);
		return false;
	}
}

/**
 * Renews the subscription of a trigger, at the cost of calls at most once a minute.
 * @param dropped names the subscription that is said to be deleted
 * @returns whether events will come again, or are not wanted to; false when the event should be sent again
 */
export async function renewed(functions: IWebhookFunctions, token: string, dropped: string, settings: TriggerSettings): Promise<boolean> {
	const name = triggerKey(functions);
	const hook = lastHook(name);
	const { tokenHash } = storedBy(functions);
	// A workflow that is being deactivated has just dropped it itself; one that is being activated is about to register.
	if (!tokenHash || hook?.isDone || hook?.removed === tokenHash) return false;
	const last = renewals.get(name);
	if (turns.wait(name, Date.now()) > 0) return last?.of === dropped && (await last.isDone);
	turns.done(name, Date.now());
	const isDone = renew(functions, token, settings, hook);
	renewals.set(name, { of: dropped, isDone });
	return await isDone;
}
