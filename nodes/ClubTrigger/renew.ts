import type { IWebhookFunctions } from 'n8n-workflow';
import { remembered } from '../shared/transport/memory';
import { eventTypesOf } from './delivery';
import type { Hook } from './hooks';
import { lastHook, laterThan, nameOf, storedBy } from './hooks';
import { OncePerMinute, WAITING_MS, sender } from './calls';
import { register } from './registration';
import type { TriggerSettings } from './settings';
import { hashOf } from './token';

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
	const send = sender(functions);
	const later = () => laterThan(nameOf(functions), hook);
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
	const name = nameOf(functions);
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
