import { sleep } from 'n8n-workflow';
import { ClubError } from '../shared/transport/errors';
import { settle } from '../shared/transport/outcome';
import type { Send } from '../shared/transport/client';
import { destinationOf } from './destination';
import type { Step, Subscription, Wanted } from './drift';
import { atAddress, planFor, readSubscriptions } from './drift';

/** Time, so that tests need none. */
export interface Pace {
	now(): number;
	sleep(ms: number): Promise<void>;
}

const realPace: Pace = { now: () => Date.now(), sleep: async (ms) => await sleep(ms) };

/**
 * How long the club may take to confirm a subscription, in milliseconds. n8n activates in up to five attempts, all
 * within 84 seconds with 15 seconds of pauses between them.
 */
export const CONFIRMATION_MS = 10_000;

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 2_000;

/** What a user can do about an answer, in a sentence; the activation shows nothing else. */
const ADVICE = {
	400: 'The club refuses the address of this n8n or the events. Check that WEBHOOK_URL is a public https address.',
	403: 'Events need a Club API Key with the ReadWrite permission and an active licence. Make such a key in the settings of the club and enter it in the credential.',
	409: 'The club is still changing this subscription. Activate the workflow again in a minute.',
	502: 'The event service of the club has a problem. Activate the workflow again in a few minutes.',
	503: 'The event service of the club is not available. Activate the workflow again in a few minutes.',
} as const;

/** The current subscriptions of the club. @throws ClubError */
export const currentSubscriptions = async (send: Send): Promise<Subscription[]> =>
	readSubscriptions(await send('GET /Webhooks/Subscriptions', { advice: ADVICE }));

/** Removes a subscription; one that is gone already is fine. @throws ClubError */
async function remove(send: Send, subscriptionId: string): Promise<void> {
	const call = 'DELETE /Webhooks/Subscriptions/{subscriptionId}';
	const outcome = await settle(send(call, { params: { subscriptionId }, advice: ADVICE }));
	if ('error' in outcome && !(outcome.error instanceof ClubError && outcome.error.status === 404)) throw outcome.error;
}

async function removeAll(send: Send, ids: string[]): Promise<void> {
	for (const id of ids) await remove(send, id);
}

/** A conflict or an outage that may pass, or a write that may have been applied: the list tells how things stand. */
const mayPass = (error: unknown): error is ClubError =>
	error instanceof ClubError && (error.unclear || error.status === undefined || [404, 409, 502, 503].includes(error.status));

function notConfirmed(state: string, { address }: Wanted): ClubError {
	const told = `The club was told to send events to ${address}, but`;
	return state === 'AwaitingManualAction'
		? new ClubError(`${told} still waits for this address to be confirmed`, {
				description: 'It got no answer to its validation code, and its validation link could not be opened. Check that this n8n is reachable from the internet and can open https addresses, then activate the workflow again.',
			})
		: new ClubError(`${told} has not confirmed it in time (${state || 'unknown state'})`, {
				description: 'Activate the workflow again in a minute.',
			});
}

const notValidated = ({ address }: Wanted): ClubError =>
	new ClubError(`The club could not validate ${address}`, {
		description: 'It sent a code there and got no valid answer. Check that the address is reachable from the internet with a valid certificate, and that no proxy or firewall answers in its place, then activate the workflow again.',
	});

/** Makes the change of a step. */
async function change(send: Send, step: Extract<Step, { kind: 'setEvents' | 'create' }>, wanted: Wanted): Promise<void> {
	const EventTypes = [...wanted.eventTypes];
	if (step.kind === 'create') {
		await send('POST /Webhooks/Subscriptions', { body: { Url: destinationOf(wanted.address, wanted.secret), EventTypes }, advice: ADVICE });
	} else {
		await send('PUT /Webhooks/Subscriptions/{subscriptionId}', { params: { subscriptionId: step.id }, body: { EventTypes }, advice: ADVICE });
	}
}

/** The error of a call that may work in a moment, nothing when it worked. @throws any other error */
async function troubleOf(work: Promise<void>): Promise<ClubError | undefined> {
	const outcome = await settle(work);
	if ('value' in outcome) return undefined;
	if (mayPass(outcome.error)) return outcome.error;
	throw outcome.error;
}

/** Goes round until `round` gives an answer, in growing steps; at the end of the time its last word is thrown. */
async function repeatedly<T>(pace: Pace, round: () => Promise<{ done: T } | { trouble: ClubError }>): Promise<T> {
	const deadline = pace.now() + CONFIRMATION_MS;
	for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
		const outcome = await round();
		if ('done' in outcome) return outcome.done;
		if (pace.now() >= deadline) throw outcome.trouble;
		await pace.sleep(Math.min(pauseMs, deadline - pace.now()));
	}
}

/**
 * Brings the club to exactly one active subscription for this address, secret and events, and waits until it is
 * Succeeded (§3.5, §4.7). It goes by the club's own list at every step, so it can be repeated at any time: what an
 * earlier attempt has half made is found, and used or removed.
 * @param may whether one may be created when there is none with this secret yet
 * @returns whether the subscription stands; false only where none may be created
 * @throws ClubError that tells what the user can do
 */
export async function register(send: Send, wanted: Wanted, may: { create: boolean }, pace: Pace = realPace): Promise<boolean> {
	let sent = false;
	let confirmed = false;
	return await repeatedly<boolean>(pace, async () => {
		const { step, dead, replaced } = planFor(await currentSubscriptions(send), wanted);
		if (step.kind === 'create' && !may.create) return { done: false };
		const trouble = await troubleOf(removeAll(send, step.kind === 'keep' ? [...dead, ...replaced] : dead));
		if (trouble) return { trouble };
		if (step.kind === 'keep') return { done: true };
		if (step.kind === 'create' && sent && dead.length > 0) throw notValidated(wanted);
		if (step.kind === 'wait' || (step.kind === 'create' && confirmed)) {
			return { trouble: notConfirmed(step.kind === 'wait' ? step.state : '', wanted) };
		}
		sent ||= step.kind === 'create';
		const problem = await troubleOf(change(send, step, wanted));
		confirmed ||= step.kind === 'create' && !problem;
		return { trouble: problem ?? notConfirmed('', wanted) };
	});
}

/** Removes every subscription that delivers to one of these addresses, whatever its secret. @throws ClubError */
export async function unregister(send: Send, addresses: string[], pace: Pace = realPace): Promise<void> {
	await repeatedly(pace, async () => {
		const subscriptions = await currentSubscriptions(send);
		const here = new Set(addresses.flatMap((address) => atAddress(subscriptions, address)).map(({ id }) => id));
		const trouble = await troubleOf(removeAll(send, [...here]));
		return trouble ? { trouble } : { done: undefined };
	});
}
