import type { IDataObject } from 'n8n-workflow';
import { ClubError, attempt } from '../shared/transport/errors';
import type { Send } from '../shared/transport/send';
import type { Clock } from '../shared/transport/process';
import { clock as realClock } from '../shared/transport/process';
import type { RequestedSubscription, Subscription, RegistrationStep } from './plan';
import { readSubscriptions, atAddress, givenTo, isOurs, planFor } from './plan';
import { destinationOf } from './token';
import type { Hook } from './hooks';

// What goes wrong while a trigger is registered: what may pass by itself, and what a user reads.

/** What a user can do about an answer, in a sentence; the activation shows nothing else. */
const ADVICE = {
	400: 'The club refuses the address of this n8n or the events. Check that WEBHOOK_URL is a public https address.',
	403: 'Events need a Club API Key with the ReadWrite permission and an active licence. Make such a key in the settings of the club and enter it in the credential.',
	409: 'The club is still changing this subscription. Try again in a minute.',
	502: 'The event service of the club has a problem. Try again in a few minutes.',
	503: 'The event service of the club is not available. Try again in a few minutes.',
} as const;

/** Whether the calls of this minute are used up, so that nothing can be done before the next. */
const isBusy = (error: unknown): boolean => error instanceof ClubError && error.failure?.cause === 'rate-limited';

/** A conflict or an outage that may pass, or a write that may have been applied: the list tells how things stand. @reading busyChanges @reading sameUrl */
const mayPass = (error: unknown): error is ClubError =>
	error instanceof ClubError && (error.unclear || error.status === undefined || [404, 409, 502, 503].includes(error.status));

/** Creating and Updating are progress (§3.5). @reading provisioningSeconds */
export const isProgress = (state: string): boolean => state === 'Creating' || state === 'Updating';

function notConfirmed(state: string, { address, eventTypes }: RequestedSubscription): ClubError {
	const told = `The club was told to send events to ${address}, but`;
	if (state === 'Succeeded')
		return new ClubError(`${told} does not show all of them`, {
			description: `It was asked for ${eventTypes.join(', ')}. See with Webhook Subscription > Get Many what it shows, and ask the platform about the others.`,
		});
	return state === 'AwaitingManualAction'
		? new ClubError(`${told} still waits for this address to be confirmed`, {
				description:
					'It got no answer to its validation code, and its validation link could not be opened. Check that this n8n is reachable from the internet and can open https addresses, then try again in a minute.',
			})
		: new ClubError(`${told} has not confirmed it in time (${state || 'unknown state'})`, {
				description: 'Try again in a minute.',
			});
}

const notValidated = ({ address }: RequestedSubscription): ClubError =>
	new ClubError(`The club could not validate ${address}`, {
		description:
			'It sent a code there and got no valid answer. Check that the address is reachable from the internet with a valid certificate, and that no proxy or firewall answers in its place, then try again.',
	});

// What a change of the club's subscriptions is made of: looks at its list in growing pauses, and removals.

/** Pauses from one look at the club's list to the next, in milliseconds: they grow, so that a slow club costs few calls. */
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 30_000;

/** The current subscriptions of the club. @throws ClubError */
export const currentSubscriptions = async (send: Send): Promise<Subscription[]> =>
	readSubscriptions(await send('GET /Webhooks/Subscriptions', { advice: ADVICE }));

/** Removes a subscription; one that is gone already is fine. @throws ClubError */
async function remove(send: Send, subscriptionId: string): Promise<void> {
	const outcome = await attempt(send('DELETE /Webhooks/Subscriptions/{subscriptionId}', { params: { subscriptionId }, advice: ADVICE }));
	if ('error' in outcome && !(outcome.error instanceof ClubError && outcome.error.status === 404)) throw outcome.error;
}

/** What a round came to: an end, or why it goes on; `progress` where the club is at work. */
type Round<T> = { done: T } | { trouble: ClubError; progress?: boolean };

/** The error of a call that may work in a moment, nothing when it worked. @throws any other error */
async function troubleOf(work: Promise<void>): Promise<ClubError | undefined> {
	const outcome = await attempt(work);
	if ('value' in outcome) return undefined;
	if (mayPass(outcome.error)) return outcome.error;
	throw outcome.error;
}

/** Removes subscriptions, by their ids. @returns the error of a call that may work in a moment @throws any other error */
async function removeAll(send: Send, ids: string[]): Promise<ClubError | undefined> {
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
async function repeatedly<T>(
	clock: Clock,
	{ timeMs, pauseMs = FIRST_PAUSE_MS }: { timeMs: number; pauseMs?: number },
	round: () => Promise<Round<T>>,
): Promise<T | 'underWay' | 'busy'> {
	const deadline = clock.now() + timeMs;
	for (let pause = pauseMs; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
		const outcome = await attempt(round());
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

/** How long one whose creation ended unclear is looked for before it is created again, in milliseconds. */
const LOOK_UP_MS = 3_000;

/**
 * How a registration ended: it stands; there is none, and none may be made; the club is still at work on it; or the calls
 * of this minute are used up.
 */
export type Ending = 'stands' | 'none' | 'underWay' | 'busy';

/** A registration as it is asked for. */
export interface Registration {
	wanted: RequestedSubscription;
	/** The token to create one with, or to give to one whose token nobody can see; none is made without. */
	token?: string;
	/** How long to wait for the club, in milliseconds. */
	timeMs: number;
	/** The pause after the first look, in milliseconds; shorter where somebody waits for it. */
	pauseMs?: number;
	/** Told what is known of the wanted subscription, as soon as the club says it. */
	onKnown?: (wanted: RequestedSubscription) => void;
	/** The hook that has begun since, if any: this one ends then. */
	later?: () => Hook | undefined;
}

/** One registration on its way to exactly one active subscription. */
class Registering {
	private wanted: RequestedSubscription;
	/** Whether the club has taken the new one. */
	private accepted = false;
	/** Why nobody knows whether it has, and since when. */
	private unclear?: { error: ClubError; since: number };
	/** When one was asked for that no list has shown yet. */
	private unseenSince?: number;

	constructor(
		private readonly send: Send,
		private readonly registration: Registration,
		private readonly clock: Clock,
	) {
		this.wanted = registration.wanted;
	}

	/** One look at the club's own list, and the step that follows from it. */
	async round(): Promise<Round<Ending>> {
		const { token, later } = this.registration;
		const subscriptions = await currentSubscriptions(this.send);
		const hook = later?.();
		if (hook) return await this.giveWay(hook);
		const { step, dead, replaced } = planFor(subscriptions, this.wanted);
		if ((step.kind === 'create' || step.kind === 'setAddress') && !token) return { done: 'none' };
		const trouble = await removeAll(this.send, step.kind === 'keep' ? [...dead, ...replaced] : dead);
		if (trouble) return { trouble };
		if (step.kind === 'keep') return { done: 'stands' };
		if (step.kind === 'create' && dead.length > 0 && (this.accepted || this.unclear)) throw notValidated(this.wanted);
		const state = 'state' in step ? step.state : '';
		if (step.kind !== 'create') this.unseenSince = undefined;
		if (step.kind === 'wait' || (step.kind === 'setAddress' && isProgress(state)))
			return { trouble: notConfirmed(state, this.wanted), progress: isProgress(state) };
		// One that the list does not show yet may still appear there.
		if (step.kind === 'create' && this.accepted) return { trouble: notConfirmed('', this.wanted), progress: true };
		if (step.kind === 'create' && this.unclear && this.clock.now() - this.unclear.since < LOOK_UP_MS)
			return { trouble: this.unclear.error };
		const problem = await troubleOf(this.change(step));
		return { trouble: problem ?? notConfirmed('', this.wanted), progress: !problem };
	}

	/** Ends for a later hook. What was made with a token that it does not want would deliver to nobody: it is taken back. */
	private async giveWay({ wanted, isDone }: Hook): Promise<Round<Ending>> {
		const { tokenHash, address } = this.wanted;
		if (!this.registration.token || wanted?.tokenHash === tokenHash) return { done: 'none' };
		// A removal takes it back itself, where it sees it.
		if (!wanted && isDone) await attempt(isDone);
		const here = atAddress(await currentSubscriptions(this.send), address).filter(({ state }) => state !== 'Deleting');
		// By its token alone where another one is wanted by now: under an id that may stand.
		const isWanted = Boolean(this.registration.later?.()?.wanted);
		const made = here.filter((subscription) => !isWanted || isOurs(subscription, { tokenHash }));
		const trouble = await removeAll(
			this.send,
			made.map(({ id }) => id),
		);
		if (trouble) return { trouble, progress: true };
		const mayAppear = made.length === 0 && this.unseenSince !== undefined && this.clock.now() - this.unseenSince < LOOK_UP_MS;
		return mayAppear ? { trouble: this.unclear?.error ?? notConfirmed('', this.wanted), progress: true } : { done: 'none' };
	}

	/** Makes the change of a step. */
	private async change(step: Exclude<RegistrationStep, { kind: 'keep' | 'wait' }>): Promise<void> {
		const EventTypes = [...this.wanted.eventTypes];
		if (step.kind === 'create') return await this.create(EventTypes);
		const address = step.kind === 'setAddress' && { Url: this.destination };
		const answer = await this.send('PUT /Webhooks/Subscriptions/{subscriptionId}', {
			params: { subscriptionId: step.id },
			body: { ...address, EventTypes },
			advice: ADVICE,
		});
		this.know(step.id, answer, address ? { subscriptionId: step.id } : {});
	}

	private async create(EventTypes: string[]): Promise<void> {
		this.unclear = undefined;
		const outcome = await attempt(
			this.send('POST /Webhooks/Subscriptions', { body: { Url: this.destination, EventTypes }, advice: ADVICE }),
		);
		this.unseenSince = this.clock.now();
		if ('error' in outcome) {
			const { error } = outcome;
			if (error instanceof ClubError && error.unclear) this.unclear = { error, since: this.clock.now() };
			throw error;
		}
		this.accepted = true;
		const { SubscriptionId: id } = outcome.value;
		if (id !== undefined && id !== null) this.know(String(id), outcome.value, { subscriptionId: String(id) });
	}

	private get destination(): string {
		return destinationOf(this.wanted.address, this.registration.token ?? '');
	}

	/** Keeps what the answer to a change tells of a subscription. */
	private know(id: string, answer: IDataObject, ours: Pick<RequestedSubscription, 'subscriptionId'>): void {
		this.wanted = { ...this.wanted, ...ours, given: givenTo(id, answer, this.wanted) };
		this.registration.onKnown?.(this.wanted);
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
	return await repeatedly(clock, registration, async () => await registering.round());
}
