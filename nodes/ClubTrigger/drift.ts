import type { IDataObject } from 'n8n-workflow';
import { partsOf, sameSecret } from './destination';

/** A webhook subscription of the club (§2.12), read leniently. */
export interface Subscription {
	id: string;
	url: string;
	eventTypes: string[];
	state: string;
}

/** What a trigger needs to be registered. */
export interface Wanted {
	/** The webhook URL of the node, without the secret. */
	address: string;
	secret: string;
	eventTypes: readonly string[];
}

/**
 * What to do next so that exactly one subscription delivers here:
 * nothing, set its events, wait for the club to finish, or create one.
 */
export type Step =
	| { kind: 'keep' }
	| { kind: 'setEvents'; id: string }
	| { kind: 'wait'; id: string; state: string }
	| { kind: 'create' };

/** The next step, and the subscriptions at the same address that are in its way. */
export interface Plan {
	step: Step;
	/** Failed or Canceled: they deliver nothing and never will (§3.5). */
	dead: string[];
	/** Those that the wanted one replaces, such as one with an earlier secret; removed once it delivers. */
	replaced: string[];
}

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** The subscriptions in an answer of the API; entries without an id or an address are passed over. */
export function readSubscriptions(body: unknown): Subscription[] {
	const rows = Array.isArray(body) ? body : ((body as IDataObject | undefined)?.Results ?? []);
	return (Array.isArray(rows) ? (rows as unknown[]) : [])
		.map((row) => (row ?? {}) as IDataObject)
		.map((row) => ({
			id: textOf(row.SubscriptionId),
			url: textOf(row.Url),
			eventTypes: Array.isArray(row.EventTypes) ? row.EventTypes.map(textOf) : [],
			state: textOf(row.ProvisioningState),
		}))
		.filter(({ id, url }) => id && url);
}

/** The subscriptions that deliver to an address, whatever their secret. Test and production addresses differ. */
export const atAddress = (subscriptions: Subscription[], address: string): Subscription[] => {
	const wanted = partsOf(address).address;
	return subscriptions.filter(({ url }) => partsOf(url).address === wanted);
};

const isDead = ({ state }: Subscription): boolean => state === 'Failed' || state === 'Canceled';

const sameEvents = (left: readonly string[], right: readonly string[]): boolean => {
	const [one, other] = [new Set(left), new Set(right)];
	return one.size === other.size && [...one].every((name) => other.has(name));
};

/** What stands between the club's subscriptions and the wanted one (§3.5). */
export function planFor(subscriptions: Subscription[], wanted: Wanted): Plan {
	const here = atAddress(subscriptions, wanted.address).filter(({ state }) => state !== 'Deleting');
	const dead = here.filter(isDead);
	const alive = here.filter((subscription) => !isDead(subscription));
	const ours = alive.filter(({ url }) => sameSecret(partsOf(url).secret ?? '', wanted.secret));
	const active = ours.filter(({ state }) => state === 'Succeeded');
	const chosen = active.find(({ eventTypes }) => sameEvents(eventTypes, wanted.eventTypes)) ?? active[0] ?? ours[0];
	return {
		step: stepFor(chosen, wanted),
		dead: dead.map(({ id }) => id),
		replaced: alive.filter((subscription) => subscription !== chosen).map(({ id }) => id),
	};
}

function stepFor(chosen: Subscription | undefined, wanted: Wanted): Step {
	if (!chosen) return { kind: 'create' };
	const { id, state } = chosen;
	if (state !== 'Succeeded') return { kind: 'wait', id, state };
	return sameEvents(chosen.eventTypes, wanted.eventTypes) ? { kind: 'keep' } : { kind: 'setEvents', id };
}
