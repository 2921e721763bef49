import type { IHookFunctions } from 'n8n-workflow';
import { inOneText, isRefused, messageOf, toNodeError, unlessRefused } from '../shared/transport/errors';
import { clock } from '../shared/transport/process';
import { eventTypesOf } from './delivery';
import type { Hook } from './hooks';
import {
	LATER_MS,
	WHILE_PUBLISHING,
	addressOf,
	runAsLatest,
	newerHook,
	triggerKey,
	signedOf,
	storedBy,
	storedId,
	whilePublishing,
	clubOf,
	clientFor,
} from './hooks';
import { assertReachable, atAddress, type RequestedSubscription, type Subscription } from './plan';
import { register, unregister, type Ending, type Registration } from './registration';
import { settingsToPublish } from './description';
import { hashOf, madeAt, newToken } from './token';

/** When a subscription appears at the latest whose creation was unclear, in ms: then the list is read once more. */
const APPEARS_MS = 60_000;

/** The pause after the first read of that work, in ms: long, since nobody waits for it and each read is a call. */
const LATER_PAUSE_MS = 3_000;

async function withReadableErrors(functions: IHookFunctions, work: () => Promise<boolean>): Promise<boolean> {
	try {
		return await work();
	} catch (error) {
		throw inOneText(toNodeError(functions.getNode(), error));
	}
}

const whilePublished = async (functions: IHookFunctions, work: () => Promise<boolean>): Promise<boolean> =>
	await withReadableErrors(functions, async () => await unlessRefused(storedBy(functions), work));

const OUTCOMES = {
	active: { level: 'info', text: 'The club has confirmed the address of this Club Trigger' },
	none: { level: 'info', text: 'The registration of this Club Trigger ended, because a newer one started' },
	listed: { level: 'info', text: 'The club has confirmed the address of this Club Trigger' },
	inProgress: { level: 'error', text: 'The club has still not confirmed the address of this Club Trigger. It sends events once it has' },
	busy: {
		level: 'error',
		text: 'The calls of this club key are used up, so this Club Trigger could not be registered. Unpublish the workflow and publish it again',
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

interface HookRegistration extends Omit<Registration, 'timeMs' | 'pauseMs'> {
	onActive?(): void;
}

/** Registers; what is still in progress near n8n's time limit goes on later. @returns whether the subscription is active, or will be */
async function registerNowOrLater(functions: IHookFunctions, hook: Hook, registration: HookRegistration): Promise<boolean> {
	let { requested } = registration;
	const onUnclear = () => void (hook.isUnclear = true);
	const onChange = (updated: RequestedSubscription): void => {
		requested = updated;
		registration.onChange?.(updated);
	};
	const ending = await whilePublishing(
		String(functions.getWorkflow().id),
		async (timeMs) => await register(clientFor(functions), { ...registration, onChange, onUnclear, timeMs }),
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
	if (ending === 'busy' && !registration.token) return false;
	functions.logger.info(
		ending === 'busy'
			? 'The calls of this minute are used up. This Club Trigger is registered once calls are available again'
			: 'The club is still working on the subscription of this Club Trigger. It sends events once it has finished',
	);
	finishLater(functions, later);
	return true;
}

async function registerAsLatest(functions: IHookFunctions, registration: HookRegistration): Promise<boolean> {
	const name = triggerKey(functions);
	const hook: Hook = { requested: registration.requested };
	return await runAsLatest(
		name,
		hook,
		async () => await registerNowOrLater(functions, hook, { ...registration, newerHook: () => newerHook(name, hook) }),
	);
}

/**
 * Whether the subscription of this address exists. Changed events are set there, which needs no new handshake.
 * @throws NodeApiError, NodeOperationError
 */
export async function checkExists(functions: IHookFunctions): Promise<boolean> {
	const address = addressOf(functions);
	const stored = storedBy(functions);
	const { tokenHash } = stored;
	if (!tokenHash) return false;
	const subscriptionId = storedId(functions);
	return await whilePublished(functions, async () => {
		const settings = settingsToPublish(functions);
		const requested = { address, tokenHash, subscriptionId, eventTypes: eventTypesOf(settings.events) };
		const exists = await registerAsLatest(functions, { requested });
		if (exists) stored.baseUrl = (await clubOf(functions)).baseUrl;
		return exists;
	});
}

export async function create(functions: IHookFunctions): Promise<boolean> {
	return await whilePublished(functions, async () => {
		const settings = settingsToPublish(functions);
		const address = addressOf(functions);
		const { baseUrl, clubApiKey } = await clubOf(functions);
		assertReachable(address, baseUrl);
		const stored = storedBy(functions);
		const token = newToken(signedOf(functions), clubApiKey, stored.madeAt);
		const onActive = () => void Object.assign(stored, { tokenHash: hashOf(token), madeAt: madeAt(token), address, baseUrl });
		// The earlier token stays valid until the subscription with the new one is active: the club may deliver until then.
		if (!stored.tokenHash) onActive();
		const onChange = ({ subscriptionId }: RequestedSubscription) =>
			void Object.assign(stored, subscriptionId !== undefined && { subscriptionId });
		const requested = { address, tokenHash: hashOf(token), eventTypes: eventTypesOf(settings.events) };
		return await registerAsLatest(functions, { requested, token, onChange, onActive });
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
	const hook: Hook = { removed: stored.tokenHash };
	const work = async () => {
		delete stored.tokenHash;
		const { baseUrl } = await clubOf(functions);
		if (stored.subscriptionId !== undefined && (stored.baseUrl ?? baseUrl) !== baseUrl) {
			functions.logger.warn(
				`The credential of this Club Trigger has changed. The club at ${stored.baseUrl} keeps the webhook subscription ${stored.subscriptionId}: remove it with the keys of that club`,
			);
		}
		const address = addressOf(functions);
		const addresses = [address, ...(stored.address ? [stored.address] : [])];
		const removal = { addresses, subscriptionId: storedId(functions), newerHook: () => newerHook(name, hook) };
		// A copy of this n8n with the same key has its own address, and would silently end the events of the first one.
		const onFound = (found: Subscription[]) => {
			const foreign = found.length > atAddress(found, address, removal.subscriptionId).length;
			if (foreign)
				functions.logger.warn(
					`The webhook subscription of ${stored.address} is being removed, although this n8n is at ${address}. If another n8n uses that address, publish its workflow again`,
				);
		};
		const isRemoved = await unregister(clientFor(functions), { ...removal, timeMs: WHILE_PUBLISHING.maxWaitMs, onFound });
		delete stored.address;
		delete stored.baseUrl;
		delete stored.subscriptionId;
		if (!isRemoved || hook.isUnclear) {
			const later = async () => {
				if (isRemoved) await clock.sleep(APPEARS_MS);
				return await unregister(clientFor(functions, LATER_MS), { ...removal, timeMs: LATER_MS });
			};
			finishLater(functions, async () => ((await later().finally(() => delete hook.isUnclear)) ? 'removed' : 'notRemoved'));
		}
		return true;
	};
	return await withReadableErrors(functions, async () => await runAsLatest(name, hook, work));
}
