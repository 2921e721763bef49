import type { Send } from '../shared/transport/send';
import type { Clock } from '../shared/transport/clock';
import { clock as realClock } from '../shared/transport/clock';
import { atAddress } from './plan';
import type { Round } from './rounds';
import { currentSubscriptions, removeAll, repeatedly } from './rounds';
import { isProgress } from './trouble';

/**
 * Removes every subscription that delivers to one of these addresses, whatever its token.
 * @returns false where the club cannot be asked now, or is still changing one: the rest is for later
 * @throws ClubError
 */
export async function unregister(send: Send, addresses: string[], timeMs: number, clock: Clock = realClock): Promise<boolean> {
	const ending = await repeatedly(clock, { timeMs }, async (): Promise<Round<true>> => {
		const subscriptions = (await currentSubscriptions(send)).filter(({ state }) => state !== 'Deleting');
		const here = new Set(addresses.flatMap((address) => atAddress(subscriptions, address)));
		const trouble = await removeAll(
			send,
			[...here].map(({ id }) => id),
		);
		return trouble ? { trouble, progress: trouble.status === 409 && [...here].some(({ state }) => isProgress(state)) } : { done: true };
	});
	return ending === true;
}
