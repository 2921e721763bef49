import type { Send } from '../shared/transport/send';
import type { Clock } from '../shared/transport/clock';
import { clock as realClock } from '../shared/transport/clock';
import { ClubError } from '../shared/transport/errors';
import { settle } from '../shared/transport/outcome';
import { destinationOf } from './destination';
import type { Step, Subscription, Wanted } from './plan';
import { atAddress, planFor, readSubscriptions } from './plan';
import { ADVICE, isBusy, isProgress, mayPass, notConfirmed, notValidated } from './trouble';

/** Pauses from one look at the club's list to the next, in milliseconds: they grow, so that a slow club costs few calls. */
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 30_000;

/** How long one whose creation ended unclear is looked for before it is created again, in milliseconds. */
const LOOK_UP_MS = 3_000;

/**
 * How a registration ended: it stands; there is none, and none may be made; the club is still at work on it; or the calls
 * of this minute are used up.
 */
export type Ending = 'stands' | 'none' | 'underWay' | 'busy';

/** A registration as it is asked for. */
export interface Registration {
	wanted: Wanted;
	/** The token to create one with, or to give to one whose token nobody can see; none is made without. */
	token?: string;
	/** How long to wait for the club, in milliseconds. */
	timeMs: number;
	/** The pause after the first look, in milliseconds; shorter where somebody waits for it. */
	pauseMs?: number;
	/** Told the id of the subscription that has the token, as soon as the club says it. */
	onId?: (id: string) => void;
	/** Whether to go on: false once a later hook has begun. */
	isCurrent?: () => boolean;
}

/** The current subscriptions of the club. @throws ClubError */
export const currentSubscriptions = async (send: Send): Promise<Subscription[]> =>
	readSubscriptions(await send('GET /Webhooks/Subscriptions', { advice: ADVICE }));

/** Removes a subscription; one that is gone already is fine. @throws ClubError */
async function remove(send: Send, subscriptionId: string): Promise<void> {
	const outcome = await settle(send('DELETE /Webhooks/Subscriptions/{subscriptionId}', { params: { subscriptionId }, advice: ADVICE }));
	if ('error' in outcome && !(outcome.error instanceof ClubError && outcome.error.status === 404)) throw outcome.error;
}

async function removeAll(send: Send, ids: string[]): Promise<void> {
	for (const id of ids) await remove(send, id);
}

/** What a round came to: an end, or why it goes on; `progress` where the club is at work. */
type Round<T> = { done: T } | { trouble: ClubError; progress?: boolean };

/** The error of a call that may work in a moment, nothing when it worked. @throws any other error */
async function troubleOf(work: Promise<void>): Promise<ClubError | undefined> {
	const outcome = await settle(work);
	if ('value' in outcome) return undefined;
	if (mayPass(outcome.error)) return outcome.error;
	throw outcome.error;
}

/** Goes round until `round` gives an answer, in growing pauses, or until the time is over. */
async function repeatedly<T>(
	clock: Clock,
	{ timeMs, pauseMs = FIRST_PAUSE_MS }: Pick<Registration, 'timeMs' | 'pauseMs'>,
	round: () => Promise<Round<T>>,
): Promise<Round<T>> {
	const deadline = clock.now() + timeMs;
	for (let pause = pauseMs; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
		const outcome = await round();
		if ('done' in outcome || clock.now() >= deadline) return outcome;
		await clock.sleep(Math.min(pause, deadline - clock.now()));
	}
}

/** One registration on its way to exactly one active subscription. */
class Registering {
	private wanted: Wanted;
	/** Whether the club has taken the new one. */
	private accepted = false;
	/** Why nobody knows whether it has, and since when. */
	private unclear?: { error: ClubError; since: number };

	constructor(
		private readonly send: Send,
		private readonly registration: Registration,
		private readonly clock: Clock,
	) {
		this.wanted = registration.wanted;
	}

	/** One look at the club's own list, and the step that follows from it. */
	async round(): Promise<Round<Ending>> {
		const { token, isCurrent = () => true } = this.registration;
		const subscriptions = await currentSubscriptions(this.send);
		if (!isCurrent()) return { done: 'none' };
		const { step, dead, replaced } = planFor(subscriptions, this.wanted);
		if ((step.kind === 'create' || step.kind === 'setAddress') && !token) return { done: 'none' };
		const trouble = await troubleOf(removeAll(this.send, step.kind === 'keep' ? [...dead, ...replaced] : dead));
		if (trouble) return { trouble };
		if (step.kind === 'keep') return { done: 'stands' };
		if (step.kind === 'create' && dead.length > 0 && (this.accepted || this.unclear)) throw notValidated(this.wanted);
		const state = 'state' in step ? step.state : '';
		if (step.kind === 'wait' || (step.kind === 'setAddress' && isProgress(state)))
			return { trouble: notConfirmed(state, this.wanted), progress: isProgress(state) };
		// One that the list does not show yet may still appear there.
		if (step.kind === 'create' && this.accepted) return { trouble: notConfirmed('', this.wanted), progress: true };
		if (step.kind === 'create' && this.unclear && this.clock.now() - this.unclear.since < LOOK_UP_MS)
			return { trouble: this.unclear.error };
		const problem = await troubleOf(this.change(step));
		return { trouble: problem ?? notConfirmed('', this.wanted), progress: !problem };
	}

	/** Makes the change of a step. */
	private async change(step: Exclude<Step, { kind: 'keep' | 'wait' }>): Promise<void> {
		const EventTypes = [...this.wanted.eventTypes];
		if (step.kind === 'create') return await this.create(EventTypes);
		const address = step.kind === 'setAddress' && { Url: this.destination };
		await this.send('PUT /Webhooks/Subscriptions/{subscriptionId}', {
			params: { subscriptionId: step.id },
			body: { ...address, EventTypes },
			advice: ADVICE,
		});
		if (address) this.know(step.id);
	}

	private async create(EventTypes: string[]): Promise<void> {
		this.unclear = undefined;
		const outcome = await settle(
			this.send('POST /Webhooks/Subscriptions', { body: { Url: this.destination, EventTypes }, advice: ADVICE }),
		);
		if ('error' in outcome) {
			const { error } = outcome;
			if (error instanceof ClubError && error.unclear) this.unclear = { error, since: this.clock.now() };
			throw error;
		}
		this.accepted = true;
		const { SubscriptionId } = (outcome.value ?? {}) as { SubscriptionId?: unknown };
		if (SubscriptionId !== undefined && SubscriptionId !== null) this.know(String(SubscriptionId));
	}

	private get destination(): string {
		return destinationOf(this.wanted.address, this.registration.token ?? '');
	}

	private know(subscriptionId: string): void {
		this.wanted = { ...this.wanted, subscriptionId };
		this.registration.onId?.(subscriptionId);
	}
}

/**
 * Brings the club to exactly one active subscription for this address, token and events, and waits until it is
 * Succeeded (§3.5, §4.7). It goes by the club's own list at every step, so it can be repeated at any time: what an
 * earlier attempt has half made is found, and used or removed.
 * @throws ClubError that tells what the user can do
 */
export async function register(send: Send, registration: Registration, clock: Clock = realClock): Promise<Ending> {
	const registering = new Registering(send, registration, clock);
	const outcome = await settle(repeatedly(clock, registration, async () => await registering.round()));
	if ('error' in outcome) {
		if (isBusy(outcome.error)) return 'busy';
		throw outcome.error;
	}
	const { value } = outcome;
	if ('done' in value) return value.done;
	if (value.progress) return 'underWay';
	throw value.trouble;
}

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
			const trouble = await troubleOf(
				removeAll(
					send,
					[...here].map(({ id }) => id),
				),
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
