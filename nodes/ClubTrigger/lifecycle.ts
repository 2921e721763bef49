import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { attempt, inOneText, isRefused, messageOf, toNodeError, unlessRefused } from '../shared/transport/errors';
import { WHILE_PUBLISHING } from '../shared/transport/patience';
import { OncePerMinute, clock, remembered } from '../shared/transport/process';
import type { Send } from '../shared/transport/send';
import { eventTypesOf } from './delivery';
import type { Hook } from './hooks';
import {
	accepts,
	addressOf,
	runAsLatest,
	hookInProgress,
	lastStored,
	newerHook,
	triggerKey,
	signedOf,
	storedBy,
	whilePublishing,
	clubOf,
	clubOrigin,
	clientFor,
	lastHook,
} from './hooks';
import type { RequestedSubscription } from './plan';
import { atAddress, isDead, tokenOf } from './plan';
import type { Ending, Registration } from './registration';
import { currentSubscriptions, register, unregister } from './registration';
import type { TriggerSettings } from './description';
import { settingsToPublish } from './description';
import { assertReachable, hashOf, madeAt, newToken } from './token';

/** How long work that a hook leaves for later may take, and how long each of its calls may wait, in ms. */
const LATER_MS = 600_000;

/** When a subscription appears at the latest whose creation was unclear, in ms: then the list is read once more. */
const APPEARS_MS = 60_000;

/** The pause after the first read of that work, in ms: long, since nobody waits for it and each read is a call. */
const LATER_PAUSE_MS = 3_000;

/** Does the work of a hook, with errors in the one text that an activation shows. */
async function withReadableErrors(functions: IHookFunctions, work: () => Promise<boolean>): Promise<boolean> {
	try {
		return await work();
	} catch (error) {
		throw inOneText(toNodeError(functions.getNode(), error));
	}
}

/** The same for a hook that registers. */
const whilePublished = async (functions: IHookFunctions, work: () => Promise<boolean>): Promise<boolean> =>
	await withReadableErrors(functions, async () => await unlessRefused(storedBy(functions), work));

/** The log entries for the end of work that a hook left for later. */
const OUTCOMES = {
	active: { level: 'info', text: 'The club has confirmed the address of this Club Trigger' },
	none: { level: 'info', text: 'The registration of this Club Trigger ended, because a newer one started' },
	listed: { level: 'info', text: 'The club has confirmed the address of this Club Trigger' },
	inProgress: { level: 'error', text: 'The club has still not confirmed the address of this Club Trigger. It sends events once it has' },
	busy: {
		level: 'error',
		text: 'The calls of this club key are used up, so this Club Trigger could not be registered. Switch the workflow off and on again',
	},
	removed: { level: 'info', text: 'The subscription of this Club Trigger was removed' },
	notRemoved: {
		level: 'error',
		text: 'The subscription of this Club Trigger could not be removed. Remove it with Webhook Subscription > Delete',
	},
} as const satisfies Readonly<Record<Ending | 'removed' | 'notRemoved', object>>;

/** Continues work for which a publication has no time. Only the log shows its result. */
function finishLater({ logger }: IHookFunctions, work: () => Promise<keyof typeof OUTCOMES>): void {
	void work().then(
		(outcome) => logger[OUTCOMES[outcome].level](OUTCOMES[outcome].text),
		(error: unknown) => logger.error(`A Club Trigger gets no events: ${messageOf(error)}`),
	);
}

/**
 * Whether n8n starts. n8n 1 then asks for each subscription. It would replace one that cannot be looked up now, and the club
 * would not send again what happened while n8n was down.
 */
const isStarting = (functions: IHookFunctions): boolean => ['init', 'leadershipChange'].includes(functions.getActivationMode());

/** The registration of a hook; its time depends on the publication. */
interface HookRegistration extends Omit<Registration, 'timeMs' | 'pauseMs'> {
	/** Called if the subscription is active before the hook ends. */
	onActive?(): void;
}

/** Registers; what is still in progress near n8n's time limit goes on later. @returns whether the subscription is active, or will be */
async function registerNowOrLater(functions: IHookFunctions, hook: Hook, registration: HookRegistration): Promise<boolean> {
	let { requested } = registration;
	const onUnclear = () => void (hook.isUnclear = true);
	const onKnown = (known: RequestedSubscription): void => {
		requested = known;
		registration.onKnown?.(known);
	};
	const ending = await whilePublishing(
		String(functions.getWorkflow().id),
		async (timeMs) => await register(clientFor(functions), { ...registration, onKnown, onUnclear, timeMs }),
	);
	const later = async (pauseMs = 0) => {
		await clock.sleep(pauseMs);
		return await register(clientFor(functions, LATER_MS), { ...registration, requested, timeMs: LATER_MS, pauseMs: LATER_PAUSE_MS });
	};
	if (ending === 'active') {
		registration.onActive?.();
		if (hook.isUnclear) finishLater(functions, async () => await later(APPEARS_MS).finally(() => delete hook.isUnclear));
	}
	if (ending === 'active' || ending === 'none') return ending === 'active';
	// Without a token no subscription can be created later. n8n calls `create` next, which has one.
	if (ending === 'busy' && !registration.token) return isStarting(functions);
	functions.logger.info(
		ending === 'busy'
			? 'The calls of this minute are used up. This Club Trigger is registered once calls are available again'
			: 'The club is still working on the subscription of this Club Trigger. It sends events once it has finished',
	);
	finishLater(functions, later);
	return true;
}

/**
 * Registers as the last hook of this trigger, or waits for a running hook that does the same. If a user activates a workflow
 * while n8n 1 starts, n8n activates it twice at once, and two tokens would make two subscriptions.
 * @returns whether the subscription is active, or will be
 */
async function registerAsLatest(functions: IHookFunctions, registration: HookRegistration): Promise<boolean> {
	const name = triggerKey(functions);
	const stored = storedBy(functions);
	const { requested } = registration;
	for (let other = hookInProgress(name, requested); other; other = hookInProgress(name, requested)) {
		if (!(await other.result)) continue;
		Object.assign(stored, other.stored);
		return true;
	}
	const hook: Hook = { requested, stored, isUnclear: lastHook(name)?.isUnclear };
	return await runAsLatest(
		name,
		hook,
		async () => await registerNowOrLater(functions, hook, { ...registration, newerHook: () => newerHook(name, hook) }),
	);
}

/** The stored ID of the subscription, unless it was registered for another address. */
function storedId(functions: IHookFunctions | IWebhookFunctions): string | undefined {
	const { subscriptionId, address = '' } = storedBy(functions);
	return address === addressOf(functions) ? subscriptionId : undefined;
}

/**
 * Whether the subscription of this address exists. Changed events are set there, which needs no new handshake.
 * @throws NodeApiError, NodeOperationError
 */
export async function checkExists(functions: IHookFunctions): Promise<boolean> {
	const address = addressOf(functions);
	const stored = storedBy(functions);
	if (!stored.tokenHash) Object.assign(stored, lastStored(triggerKey(functions), address));
	const { tokenHash } = stored;
	if (!tokenHash) return false;
	const subscriptionId = storedId(functions);
	return await whilePublished(functions, async () => {
		const settings = settingsToPublish(functions);
		const requested = { address, tokenHash, subscriptionId, eventTypes: eventTypesOf(settings.events) };
		const exists = await attempt(registerAsLatest(functions, { requested }));
		if ('value' in exists) {
			if (exists.value) stored.baseUrl = (await clubOf(functions)).baseUrl;
			return exists.value;
		}
		if (!isStarting(functions)) throw exists.error;
		functions.logger.warn(
			`The subscription of this Club Trigger stays as it is, because it cannot be looked up: ${messageOf(exists.error)}`,
		);
		return true;
	});
}

/** Registers with a new token, and waits until the club has confirmed it. @throws NodeApiError, NodeOperationError */
export async function create(functions: IHookFunctions): Promise<boolean> {
	return await whilePublished(functions, async () => {
		const settings = settingsToPublish(functions);
		const address = addressOf(functions);
		assertReachable(address, await clubOrigin(functions));
		const stored = storedBy(functions);
		const { baseUrl, clubApiKey } = await clubOf(functions);
		const token = newToken(signedOf(functions), clubApiKey, stored.madeAt);
		const onActive = () => void Object.assign(stored, { tokenHash: hashOf(token), madeAt: madeAt(token), address, baseUrl });
		// The earlier token stays valid until the subscription with the new one is active: the club may deliver until then.
		if (!stored.tokenHash) onActive();
		const onKnown = ({ subscriptionId }: RequestedSubscription) =>
			void Object.assign(stored, subscriptionId !== undefined && { subscriptionId });
		const requested = { address, tokenHash: hashOf(token), eventTypes: eventTypesOf(settings.events) };
		return await registerAsLatest(functions, { requested, token, onKnown, onActive });
	});
}

/**
 * Removes the subscriptions that deliver here. The stored token goes first, so that no later delivery is accepted.
 * @throws NodeApiError, NodeOperationError
 */
export async function remove(functions: IHookFunctions): Promise<boolean> {
	const name = triggerKey(functions);
	const stored = storedBy(functions);
	// n8n also removes after each try of a publication that was refused, which has left nothing after the first one.
	if (isRefused(stored) && !stored.tokenHash) return true;
	const isUnclear = lastHook(name)?.isUnclear;
	const hook: Hook = { removed: stored.tokenHash };
	const work = async () => {
		delete stored.tokenHash;
		const { baseUrl } = await clubOf(functions);
		if (stored.subscriptionId !== undefined && (stored.baseUrl ?? baseUrl) !== baseUrl) {
			const { logger } = functions;
			logger.warn(
				`The credential of this Club Trigger has changed. The club at ${stored.baseUrl} keeps the webhook subscription ${stored.subscriptionId}: remove it with the keys of that club`,
			);
		}
		const addresses = [addressOf(functions), ...(stored.address ? [stored.address] : [])];
		const subscriptionId = storedId(functions);
		const isRemoved = await unregister(clientFor(functions), addresses, WHILE_PUBLISHING.maxWaitMs, subscriptionId);
		delete stored.address;
		delete stored.baseUrl;
		delete stored.subscriptionId;
		if (!isRemoved || isUnclear) {
			const later = async () => {
				if (isRemoved) await clock.sleep(APPEARS_MS);
				return newerHook(name, hook) || (await unregister(clientFor(functions, LATER_MS), addresses, LATER_MS, subscriptionId));
			};
			finishLater(functions, async () => ((await later()) ? 'removed' : 'notRemoved'));
		}
		return true;
	};
	return await withReadableErrors(functions, async () => await runAsLatest(name, hook, work));
}

/** The last renewal of each trigger: the subscription that was reported as deleted, and whether the renewal succeeded. */
const renewals = remembered<{ subscriptionId: string; result: Promise<boolean> }>('renewals');

const throttle = new OncePerMinute(remembered('renewalTimes'));

/**
 * Whether the club delivers to this trigger with another token that it accepts: that of a publication that is not stored yet, or
 * that ended later. The subscription with the stored token was removed for it.
 */
async function isReplaced(functions: IWebhookFunctions, send: Send): Promise<boolean> {
	for (const subscription of atAddress(await currentSubscriptions(send), addressOf(functions))) {
		const token = tokenOf(subscription);
		if (token !== undefined && !isDead(subscription) && (await accepts(functions, token))) return true;
	}
	return false;
}

/** How a renewal ended: it is dealt with; the list still shows what was dropped; or it failed. */
type Renewal = 'done' | 'listed' | 'failed';

/** What a renewal needs besides the trigger. */
interface Dropped {
	token: string;
	settings: TriggerSettings;
	/** The last hook when the club reported it. A later one deals with it. */
	hook?: Hook;
	/** The subscriptions that the club reports as deleted. */
	ids: ReadonlySet<string>;
}

/**
 * Registers again if the club's list has no subscription for this trigger (§6.4). The event alone proves nothing: it may be
 * about a subscription that was replaced. The token stays the same, since a delivery cannot store a new one.
 * @param timeMs how long it may take, and how long each of its calls may wait, in ms
 */
async function renew(functions: IWebhookFunctions, { token, settings, hook, ids }: Dropped, timeMs: number): Promise<Renewal> {
	const { logger } = functions;
	const { tokenHash = '' } = storedBy(functions);
	const eventTypes = eventTypesOf(settings.events);
	const requested = { address: addressOf(functions), tokenHash, subscriptionId: storedId(functions), eventTypes, dropped: ids };
	const send = clientFor(functions, timeMs);
	const newer = () => newerHook(triggerKey(functions), hook);
	const limits = { timeMs, newerHook: newer };
	try {
		const ending = await register(send, { requested, ...limits });
		if (ending === 'listed') return 'listed';
		if (ending !== 'none') return ending === 'busy' ? 'failed' : 'done';
		if (newer()) return 'failed';
		if (await isReplaced(functions, send)) return 'done';
		if (!settings.recreateWhenDeleted) {
			logger.warn(
				'The club dropped the subscription of this Club Trigger, so no more events will come. Switch the workflow off and on again to register it',
			);
			return 'done';
		}
		let isUnclear = false;
		const onUnclear = () => void (isUnclear = true);
		const again = await register(send, { requested: { ...requested, tokenHash: hashOf(token) }, token, onUnclear, ...limits });
		if (again === 'busy' || again === 'none') return 'failed';
		logger.info('The club dropped the subscription of this Club Trigger. It was registered again');
		// What the club may have created besides is removed once its list shows it.
		return isUnclear ? 'listed' : 'done';
	} catch (error) {
		logger.error(`The club dropped the subscription of this Club Trigger, and it could not be registered again: ${messageOf(error)}`);
		return 'failed';
	}
}

/** The pauses before the list is read again, in ms: 2, 10 and 60 seconds after the report. */
const LOOKS_MS = [2_000, 8_000, 50_000];

/** Most subscriptions that a waiting renewal notes: anyone with the token can report any number of them. */
const MAX_DROPPED = 100;

/** What was dropped of each trigger, while a renewal of this process waits. */
const openRenewals = remembered<Set<string>>('openRenewals');

/** Renews after pauses, since the club's list may be behind. What is dropped meanwhile is renewed when the minute is over. */
function renewLater(functions: IWebhookFunctions, { ids, ...dropped }: Dropped, firstPauses: number[]): void {
	const name = triggerKey(functions);
	const open = openRenewals.get(name);
	if (open) return ids.forEach((id) => void (open.size < MAX_DROPPED && open.add(id)));
	const all = new Set(ids);
	openRenewals.set(name, all);
	const work = async () => {
		let noted = all.size;
		let pauses = firstPauses;
		while (pauses.length > 0) {
			const [pause, ...others] = pauses;
			await clock.sleep(pause);
			if (newerHook(name, dropped.hook)) return;
			throttle.done(name, clock.now());
			const outcome = await renew(functions, { ...dropped, ids: all }, LATER_MS);
			pauses = all.size > noted ? [throttle.wait(name, clock.now()), ...LOOKS_MS] : outcome === 'done' ? [] : others;
			noted = all.size;
		}
	};
	void work().finally(() => openRenewals.delete(name));
}

/**
 * Renews the subscription of a trigger, with calls at most once a minute. What cannot be done now is done later.
 * @param subscriptionId of the subscription that is reported as deleted
 * @returns whether the report is dealt with, or will be; false to get it again
 */
export async function renewed(
	functions: IWebhookFunctions,
	token: string,
	subscriptionId: string,
	settings: TriggerSettings,
): Promise<boolean> {
	const name = triggerKey(functions);
	const hook = lastHook(name);
	const { tokenHash } = storedBy(functions);
	// A deactivation removed the subscription itself, and an activation in progress registers it anyway.
	if (!tokenHash || hook?.result || hook?.removed === tokenHash) return false;
	const dropped: Dropped = { token, settings, hook, ids: new Set([subscriptionId]) };
	const last = renewals.get(name);
	const wait = throttle.wait(name, clock.now());
	if (wait > 0) {
		const isKnown = last?.subscriptionId === subscriptionId && (await last.result);
		if (!isKnown) renewLater(functions, dropped, [wait, ...LOOKS_MS]);
		return true;
	}
	throttle.done(name, clock.now());
	const renewal = renew(functions, dropped, WHILE_PUBLISHING.maxWaitMs);
	renewals.set(name, { subscriptionId, result: renewal.then((outcome) => outcome !== 'failed') });
	const outcome = await renewal;
	if (outcome !== 'done') renewLater(functions, dropped, LOOKS_MS);
	return outcome !== 'failed';
}
