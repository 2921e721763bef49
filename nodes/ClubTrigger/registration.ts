import type { Send } from '../shared/transport/send';
import type { Clock } from '../shared/transport/clock';
import { clock as realClock } from '../shared/transport/clock';
import { ClubError } from '../shared/transport/errors';
import { settle } from '../shared/transport/outcome';
import { destinationOf } from './destination';
import type { Hook } from './hooks';
import type { Step, Wanted } from './plan';
import { atAddress, isOurs, planFor } from './plan';
import type { Round } from './rounds';
import { currentSubscriptions, removeAll, repeatedly, troubleOf } from './rounds';
import { ADVICE, isProgress, notConfirmed, notValidated } from './trouble';

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
	/** The hook that has begun since, if any: this one ends then. */
	later?: () => Hook | undefined;
}

/** One registration on its way to exactly one active subscription. */
class Registering {
	private wanted: Wanted;
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
		if (!wanted && isDone) await settle(isDone);
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
		this.unseenSince = this.clock.now();
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
	return await repeatedly(clock, registration, async () => await registering.round());
}
