import type { Send } from '../shared/transport/send';
import type { Clock } from '../shared/transport/clock';
import { ClubError } from '../shared/transport/errors';
import { settle } from '../shared/transport/outcome';
import type { Subscription } from './plan';
import { readSubscriptions } from './plan';
import { ADVICE, isBusy, mayPass } from './trouble';

// What a change of the club's subscriptions is made of: looks at its list in growing pauses, and removals.

/** Pauses from one look at the club's list to the next, in milliseconds: they grow, so that a slow club costs few calls. */
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 30_000;

/** The current subscriptions of the club. @throws ClubError */
export const currentSubscriptions = async (send: Send): Promise<Subscription[]> =>
	readSubscriptions(await send('GET /Webhooks/Subscriptions', { advice: ADVICE }));

/** Removes a subscription; one that is gone already is fine. @throws ClubError */
async function remove(send: Send, subscriptionId: string): Promise<void> {
	const outcome = await settle(send('DELETE /Webhooks/Subscriptions/{subscriptionId}', { params: { subscriptionId }, advice: ADVICE }));
	if ('error' in outcome && !(outcome.error instanceof ClubError && outcome.error.status === 404)) throw outcome.error;
}

/** What a round came to: an end, or why it goes on; `progress` where the club is at work. */
export type Round<T> = { done: T } | { trouble: ClubError; progress?: boolean };

/** The error of a call that may work in a moment, nothing when it worked. @throws any other error */
export async function troubleOf(work: Promise<void>): Promise<ClubError | undefined> {
	const outcome = await settle(work);
	if ('value' in outcome) return undefined;
	if (mayPass(outcome.error)) return outcome.error;
	throw outcome.error;
}

/** Removes subscriptions, by their ids. @returns the error of a call that may work in a moment @throws any other error */
export async function removeAll(send: Send, ids: string[]): Promise<ClubError | undefined> {
	const all = async () => {
		for (const id of ids) await remove(send, id);
	};
	return await troubleOf(all());
}

/**
 * Goes round until `round` gives an answer, in growing pauses, or until the time is over.
 * @returns the answer; `underWay` where the club is still at work; `busy` where the calls of this minute are used up
 * @throws ClubError
 */
export async function repeatedly<T>(
	clock: Clock,
	{ timeMs, pauseMs = FIRST_PAUSE_MS }: { timeMs: number; pauseMs?: number },
	round: () => Promise<Round<T>>,
): Promise<T | 'underWay' | 'busy'> {
	const deadline = clock.now() + timeMs;
	for (let pause = pauseMs; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
		const outcome = await settle(round());
		if ('error' in outcome) {
			if (isBusy(outcome.error)) return 'busy';
			throw outcome.error;
		}
		const { value } = outcome;
		if ('done' in value) return value.done;
		if (clock.now() >= deadline) {
			if (value.progress) return 'underWay';
			throw value.trouble;
		}
		await clock.sleep(Math.min(pause, deadline - clock.now()));
	}
}
