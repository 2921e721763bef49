import type { IDataObject } from 'n8n-workflow';
import { ClubError, attempt, needsUser, orAbsent } from '../shared/transport/errors';
import { clock } from '../shared/transport/process';
import type { Send } from '../shared/transport/callValues';
import type { Hook } from './hooks';
import type { RequestedSubscription, Subscription, RegistrationStep } from './plan';
import { readSubscriptions, atAddress, confirmationOf, isOurs, planFor } from './plan';
import { destinationOf } from './token';

// Errors of a registration: which of them may pass by themselves, and what the user reads.

const ADVICE = {
	400: 'The club refuses the address of this n8n or the events. Check that N8N_WEBHOOK_URL (older n8n: WEBHOOK_URL) is a public https address.',
	403: 'Events need a Club API Key with the ReadWrite permission and an active licence. Make such a key in the settings of the club and enter it in the credential.',
	409: 'The club is still changing this subscription. Try again in a minute.',
	502: 'The event service of the club has a problem. Try again in a few minutes.',
	503: 'The event service of the club is not available. Try again in a few minutes.',
} as const;

const isBusy = (error: unknown): boolean => error instanceof ClubError && error.failure?.cause === 'rate-limited';

/** Whether the error is a conflict or an outage that may pass, or a write that may be applied: the next read of the list shows it. */
const isRetryable = (error: unknown): error is ClubError =>
	error instanceof ClubError &&
	(error.unclear || (error.status === undefined && !needsUser(error)) || [404, 409, 502, 503].includes(error.status ?? 0));

/** Whether the club is still working on a subscription (§3.5). */
export const isProgress = (state: string): boolean => state === 'Creating' || state === 'Updating';

function notConfirmed(state: string, { address, eventTypes }: RequestedSubscription): ClubError {
	if (state === 'Succeeded')
		return new ClubError(`The club accepted ${address}, but does not list all of its events`, {
			description: `You asked for ${eventTypes.join(', ')}. Webhook Subscription > Get Many shows which of them the club lists. Ask the platform about the others.`,
		});
	return state === 'AwaitingManualAction'
		? new ClubError(`The club accepted ${address}, but still waits for it to be confirmed`, {
				description:
					'The club got no answer to its validation code, and its validation link could not be opened. Check that this n8n is reachable from the internet and can open https addresses, then try again in a minute.',
			})
		: new ClubError(`The club accepted ${address}, but has not confirmed it in time (${state || 'unknown state'})`, {
				description: 'Try again in a minute.',
			});
}

const notValidated = ({ address }: RequestedSubscription): ClubError =>
	new ClubError(`The club could not validate ${address}`, {
		description:
			'The club sent a code to this address and got no valid answer. Check that the address is reachable from the internet with a valid certificate, and that no proxy or firewall answers in its place, then try again.',
	});

// Reads of the club's list with growing pauses, and removals.

/** The pauses between two reads of the club's list, in ms. They grow, so that a slow club costs few calls. */
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 30_000;

export const currentSubscriptions = async (send: Send): Promise<Subscription[]> =>
	readSubscriptions(await send('GET /Webhooks/Subscriptions', { advice: ADVICE }));

/** The result of a round: the end, or the error to report if no round follows; `inProgress` while the club works on it. */
type Round<T> = { done: T } | { error: ClubError; inProgress?: boolean };

async function retryableError(work: Promise<void>): Promise<ClubError | undefined> {
	const outcome = await attempt(work);
	if ('value' in outcome) return undefined;
	if (isRetryable(outcome.error)) return outcome.error;
	throw outcome.error;
}

/** Removes subscriptions by their IDs. @returns the error of a call that may work a moment later @throws any other error */
async function removeAll(send: Send, ids: string[]): Promise<ClubError | undefined> {
	const all = async () => {
		for (const subscriptionId of ids)
			await orAbsent(send('DELETE /Webhooks/Subscriptions/{subscriptionId}', { params: { subscriptionId }, advice: ADVICE }));
	};
	return await retryableError(all());
}

/**
 * Repeats `round` with growing pauses until it is done or the time is over.
 * @returns what `round` gives; `inProgress` if the club is still working on it; `busy` if the calls of this minute are used up
 */
async function pollUntil<T>(
	{ timeMs, pauseMs = FIRST_PAUSE_MS }: { timeMs: number; pauseMs?: number },
	round: () => Promise<Round<T>>,
): Promise<T | 'inProgress' | 'busy'> {
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
			if (value.inProgress) return 'inProgress';
			throw value.error;
		}
		await clock.sleep(Math.min(pause, deadline - clock.now()));
	}
}

interface Unregistration {
	addresses: string[];
	/** How long to wait for the club, in ms. */
	timeMs: number;
	subscriptionId?: string;
	onFound?(subscriptions: Subscription[]): void;
	/** The hook that started since, if any. If it registers, the subscription here is its own, and it removes the others. */
	newerHook?: () => Hook | undefined;
}

/**
 * Removes the subscription with the stored ID, and every one that delivers to one of these addresses, with any token.
 * @returns false if no call is left now, or if the club is still changing one: the caller tries again later
 */
export async function unregister(send: Send, { addresses, timeMs, subscriptionId, onFound, newerHook }: Unregistration): Promise<boolean> {
	const ending = await pollUntil({ timeMs }, async (): Promise<Round<true>> => {
		const subscriptions = await currentSubscriptions(send);
		if (newerHook?.()?.requested) return { done: true };
		const here = new Set(addresses.flatMap((address) => atAddress(subscriptions, address, subscriptionId)));
		onFound?.([...here]);
		const error = await removeAll(
			send,
			[...here].map(({ id }) => id),
		);
		return error ? { error, inProgress: error.status === 409 && [...here].some(({ state }) => isProgress(state)) } : { done: true };
	});
	return ending === true;
}

/** How long the list may take to show a subscription after an unclear creation, in ms; only then it is created again. */
const LOOK_UP_MS = 3_000;

/**
 * How a registration ended: it is active; there is none, and none may be created; the list shows only one that the club reports as
 * deleted; the club is still working on it; or the calls of this minute are used up.
 */
export type Ending = 'active' | 'none' | 'listed' | 'inProgress' | 'busy';

export interface Registration {
	requested: RequestedSubscription;
	/** The token for a new subscription, or for one with a hidden token; without it, none is created. */
	token?: string;
	/** How long to wait for the club, in ms. */
	timeMs: number;
	/** The pause after the first read of the list, in ms; short by default, since somebody may wait. */
	pauseMs?: number;
	onChange?: (updated: RequestedSubscription) => void;
	/** Called when it is unclear whether the club has created a subscription: it may appear later, beside another one. */
	onUnclear?: () => void;
	/** The hook that started since, if any: this registration ends then. */
	newerHook?: () => Hook | undefined;
}

class Registering {
	private requested: RequestedSubscription;
	private accepted = false;
	private unclear?: { error: ClubError; since: number };
	/** When a creation was sent that no list has shown yet, in ms. */
	private unseenSince?: number;

	constructor(
		private readonly send: Send,
		private readonly registration: Registration,
	) {
		this.requested = registration.requested;
	}

	async round(): Promise<Round<Ending>> {
		const { token, newerHook } = this.registration;
		const subscriptions = await currentSubscriptions(this.send);
		const hook = newerHook?.();
		if (hook) return await this.yieldTo(hook);
		const { step, dead, replaced } = planFor(subscriptions, this.requested);
		if ((step.kind === 'create' || step.kind === 'setAddress') && !token) return { done: 'none' };
		const { dropped } = this.requested;
		if (step.kind === 'keep' && (dropped?.has(step.id) || dropped?.has(''))) return { done: 'listed' };
		const failedRemoval = await removeAll(this.send, step.kind === 'keep' ? [...dead, ...replaced] : dead);
		if (failedRemoval) return { error: failedRemoval };
		if (step.kind === 'keep') return { done: 'active' };
		if (step.kind === 'create' && dead.length > 0 && (this.accepted || this.unclear)) throw notValidated(this.requested);
		const state = 'state' in step ? step.state : '';
		if (step.kind !== 'create') this.unseenSince = undefined;
		if (step.kind === 'wait' || (step.kind === 'setAddress' && isProgress(state)))
			return { error: notConfirmed(state, this.requested), inProgress: isProgress(state) };
		// The list may show an accepted subscription later.
		if (step.kind === 'create' && this.accepted) return { error: notConfirmed('', this.requested), inProgress: true };
		if (step.kind === 'create' && this.unclear && clock.now() - this.unclear.since < LOOK_UP_MS) return { error: this.unclear.error };
		const failedChange = await retryableError(this.change(step));
		return { error: failedChange ?? notConfirmed('', this.requested), inProgress: !failedChange };
	}

	/**
	 * Ends for a newer hook. What this registration created is removed unless the newer one uses its token: otherwise the club
	 * would send events that the trigger refuses.
	 */
	private async yieldTo({ requested, result }: Hook): Promise<Round<Ending>> {
		const { tokenHash, address, subscriptionId } = this.requested;
		if (!this.registration.token || requested?.tokenHash === tokenHash) return { done: 'none' };
		// A newer hook that removes also removes this subscription, if the list shows it.
		if (!requested && result) await attempt(result);
		const here = atAddress(await currentSubscriptions(this.send), address, subscriptionId);
		// If a newer hook registers, its subscription may be here too, so only the token says which one is ours.
		const isRegistering = Boolean(this.registration.newerHook?.()?.requested);
		const created = here.filter((subscription) => !isRegistering || isOurs(subscription, { tokenHash }));
		const error = await removeAll(
			this.send,
			created.map(({ id }) => id),
		);
		if (error) return { error, inProgress: true };
		const mayAppear = created.length === 0 && this.unseenSince !== undefined && clock.now() - this.unseenSince < LOOK_UP_MS;
		return mayAppear ? { error: this.unclear?.error ?? notConfirmed('', this.requested), inProgress: true } : { done: 'none' };
	}

	private async change(step: Exclude<RegistrationStep, { kind: 'keep' | 'wait' }>): Promise<void> {
		const EventTypes = [...this.requested.eventTypes];
		if (step.kind === 'create') return await this.create(EventTypes);
		const address = step.kind === 'setAddress' && { Url: this.destination };
		const answer = await this.send('PUT /Webhooks/Subscriptions/{subscriptionId}', {
			params: { subscriptionId: step.id },
			body: { ...address, EventTypes },
			advice: ADVICE,
		});
		this.keepAnswer(step.id, answer, address ? { subscriptionId: step.id } : {});
	}

	private async create(EventTypes: string[]): Promise<void> {
		this.unclear = undefined;
		const outcome = await attempt(
			this.send('POST /Webhooks/Subscriptions', { body: { Url: this.destination, EventTypes }, advice: ADVICE }),
		);
		this.unseenSince = clock.now();
		if ('error' in outcome) {
			const { error } = outcome;
			if (error instanceof ClubError && error.unclear) {
				this.unclear = { error, since: clock.now() };
				this.registration.onUnclear?.();
			}
			throw error;
		}
		this.accepted = true;
		const { SubscriptionId: id } = outcome.value;
		if (id !== undefined && id !== null) this.keepAnswer(String(id), outcome.value, { subscriptionId: String(id) });
	}

	private get destination(): string {
		return destinationOf(this.requested.address, this.registration.token ?? '');
	}

	private keepAnswer(id: string, answer: IDataObject, ours: Pick<RequestedSubscription, 'subscriptionId'>): void {
		this.requested = { ...this.requested, ...ours, confirmation: confirmationOf(id, answer, this.requested) };
		this.registration.onChange?.(this.requested);
	}
}

/**
 * Brings the club to exactly one active subscription for this address, token and events, and waits until its state is
 * Succeeded (§3.5, §4.7). Each round starts from the club's own list, so a registration can be repeated at any time: it
 * finds what an earlier one left half done, and uses or removes it.
 * @throws ClubError that says what the user can do
 */
export async function register(send: Send, registration: Registration): Promise<Ending> {
	const registering = new Registering(send, registration);
	return await pollUntil(registration, async () => await registering.round());
}
