import type { IWebhookFunctions } from 'n8n-workflow';
import { messageOf } from '../shared/transport/errors';
import { clock, remembered } from '../shared/transport/process';
import type { Send } from '../shared/transport/callValues';
import { eventTypesOf } from './delivery';
import type { TriggerSettings } from './description';
import type { Hook } from './hooks';
import {
	LATER_MS,
	LOOKS_MS,
	WHILE_PUBLISHING,
	accepts,
	addressOf,
	clientFor,
	lastHook,
	newerHook,
	noteDone,
	pauseBefore,
	storedBy,
	storedId,
	triggerKey,
} from './hooks';
import { atAddress, isDead, tokenOf } from './plan';
import { currentSubscriptions, register } from './registration';
import { hashOf } from './token';

// What a trigger does if the club reports that it dropped the subscription.

/** The last renewal of each trigger: the subscription that was reported as deleted, and whether the renewal succeeded. */
const renewals = remembered<{ subscriptionId: string; result: Promise<boolean> }>('renewals');

/** The renewals of a trigger, of which one is made in a minute. */
const workOf = (name: string): string => `renewal\n${name}`;

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

type Renewal = 'done' | 'listed' | 'failed';

interface Dropped {
	token: string;
	settings: TriggerSettings;
	newerHook(): Hook | undefined;
	ids: ReadonlySet<string>;
}

/**
 * Registers again if the club's list has no subscription for this trigger (§6.4). The event alone proves nothing: it may be
 * about a subscription that was replaced. The token stays the same, since a delivery cannot store a new one.
 * @param timeMs how long it may take, and how long each of its calls may wait, in ms
 */
async function renew(functions: IWebhookFunctions, { token, settings, newerHook: newer, ids }: Dropped, timeMs: number): Promise<Renewal> {
	const { logger } = functions;
	const { tokenHash = '' } = storedBy(functions);
	const eventTypes = eventTypesOf(settings.events);
	const requested = { address: addressOf(functions), tokenHash, subscriptionId: storedId(functions), eventTypes, dropped: ids };
	const send = clientFor(functions, timeMs);
	const limits = { timeMs, newerHook: newer };
	try {
		const ending = await register(send, { requested, ...limits });
		if (ending === 'listed') return 'listed';
		if (ending !== 'none') return ending === 'busy' ? 'failed' : 'done';
		if (newer()) return 'failed';
		if (await isReplaced(functions, send)) return 'done';
		if (!settings.recreateWhenDeleted) {
			logger.warn(
				'The club dropped the subscription of this Club Trigger, so no more events will come. Unpublish the workflow and publish it again to register it',
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

const MAX_DROPPED = 100;

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
			if (dropped.newerHook()) return;
			noteDone(workOf(name));
			const outcome = await renew(functions, { ...dropped, ids: all }, LATER_MS);
			pauses = all.size > noted ? [pauseBefore(workOf(name)), ...LOOKS_MS] : outcome === 'done' ? [] : others;
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
	const dropped: Dropped = { token, settings, newerHook: () => newerHook(name, hook), ids: new Set([subscriptionId]) };
	const last = renewals.get(name);
	const wait = pauseBefore(workOf(name));
	if (wait > 0) {
		const isKnown = last?.subscriptionId === subscriptionId && (await last.result);
		if (!isKnown) renewLater(functions, dropped, [wait, ...LOOKS_MS]);
		return true;
	}
	noteDone(workOf(name));
	const renewal = renew(functions, dropped, WHILE_PUBLISHING.maxWaitMs);
	renewals.set(name, { subscriptionId, result: renewal.then((outcome) => outcome !== 'failed') });
	const outcome = await renewal;
	if (outcome !== 'done') renewLater(functions, dropped, LOOKS_MS);
	return outcome !== 'failed';
}
