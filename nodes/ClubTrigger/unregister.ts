import type { Send } from '../shared/transport/send';
import type { Clock } from '../shared/transport/clock';
import { clock as realClock } from '../shared/transport/clock';
import { settle } from '../shared/transport/outcome';
import { atAddress } from './plan';
import type { Round } from './rounds';
import { currentSubscriptions, removeAll, repeatedly } from './rounds';
import { isBusy, isProgress } from './trouble';

/**
 * Removes every subscription that delivers to one of these addresses, whatever its token.
 * @returns false where the club cannot be asked now, or is still changing one: the rest is for later
 * @throws ClubError
 */
export async function unregister(send: Send, addresses: string[], timeMs: number, clock: Clock = realClock): Promise<boolean> {
	const outcome = await settle(
		repeatedly(clock, { timeMs }, async (): Promise<Round<boolean>> => {
			const subscriptions = (await currentSubscriptions(send)).filter(({ state }) => state !== 'Deleting');
			const here = new Set(addresses.flatMap((address) => atAddress(subscriptions, address)));
			const trouble = await removeAll(
				send,
				[...here].map(({ id }) => id),
			);
			return trouble ? { trouble, progress: trouble.status === 409 && [...here].some(({ state }) => isProgress(state)) } : { done: true };
		}),
	);
	if ('error' in outcome) {
		if (isBusy(outcome.error)) return false;
		throw outcome.error;
	}
	const { value } = outcome;
	if ('done' in value) return value.done;
	if (value.progress) return false;
	throw value.trouble;
}
