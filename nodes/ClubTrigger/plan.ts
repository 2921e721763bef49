import type { IDataObject } from 'n8n-workflow';
import { partsOf, isStored, isToken } from './token';

/** A webhook subscription of the club (§2.12), read leniently. @reading webhookUrl @reading eventTypesOrder */
export interface Subscription {
	id: string;
	url: string;
	eventTypes: string[];
	state: string;
}

/** What a trigger needs to be registered. */
export interface RequestedSubscription {
	/** The webhook URL of the node, without the token. */
	address: string;
	/** SHA-256 of the token. */
	tokenHash: string;
	/** The subscription that has this token, where the club has told its id. */
	subscriptionId?: string;
	eventTypes: readonly string[];
	/** The subscription that was given these events, and whether the answer shows them: to give them once more would tell no more. */
	given?: { id: string; isConfirmed: boolean };
}

/**
 * What to do next so that exactly one subscription delivers here: nothing, set its events, give one the wanted address,
 * wait for the club to finish, or create one.
 */
export type RegistrationStep =
	| { kind: 'keep' }
	| { kind: 'setEvents'; id: string }
	| { kind: 'setAddress'; id: string; state: string }
	| { kind: 'wait'; id: string; state: string }
	| { kind: 'create' };

/** The next step, and the subscriptions at the same address that are in its way. */
export interface RegistrationPlan {
	step: RegistrationStep;
	/** Failed or Canceled: they deliver nothing and never will (§3.5). */
	dead: string[];
	/** Those that the wanted one replaces, such as one with an earlier token; removed once it delivers. */
	replaced: string[];
}

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** The events that a subscription of the club shows; none where it tells nothing. */
const eventTypesIn = ({ EventTypes }: IDataObject): string[] => (Array.isArray(EventTypes) ? EventTypes.map(textOf) : []);

/** The subscriptions in an answer of the API; entries without an id or an address are passed over. */
export function readSubscriptions(body: unknown): Subscription[] {
	const rows = Array.isArray(body) ? body : (body as IDataObject | undefined)?.Results;
	return (Array.isArray(rows) ? (rows as unknown[]) : [])
		.map((row) => (row ?? {}) as IDataObject)
		.map((row) => ({
			id: textOf(row.SubscriptionId),
			url: textOf(row.Url),
			eventTypes: eventTypesIn(row),
			state: textOf(row.ProvisioningState),
		}))
		.filter(({ id, url }) => id && url);
}

/** The subscriptions that deliver to an address, whatever their token. Test and production addresses differ. */
export const atAddress = (subscriptions: Subscription[], address: string): Subscription[] => {
	const wanted = partsOf(address).address;
	return subscriptions.filter(({ url }) => partsOf(url).address === wanted);
};

/** The token of a subscription, where the club shows it. */
const tokenOf = ({ url }: Subscription): string | undefined => {
	const { token } = partsOf(url);
	return isToken(token) ? token : undefined;
};

/** Whether a subscription at the wanted address has the wanted token, as far as the club lets one know. */
export function isOurs(
	subscription: Subscription,
	{ tokenHash, subscriptionId }: Pick<RequestedSubscription, 'tokenHash' | 'subscriptionId'>,
): boolean {
	const token = tokenOf(subscription);
	return token === undefined ? subscription.id === subscriptionId : isStored(token, tokenHash);
}

const isDead = ({ state }: Subscription): boolean => state === 'Failed' || state === 'Canceled';

/** Names of events, however they are spelled. */
const namesOf = (eventTypes: readonly string[]): Set<string> =>
	new Set(eventTypes.map((name) => name.toLowerCase().replace(/[^a-z]/g, '')));

const includes = (all: Set<string>, some: Set<string>): boolean => [...some].every((name) => all.has(name));

/** Whether two lists name the same events. */
export const sameEvents = (left: readonly string[], right: readonly string[]): boolean => {
	const [one, other] = [namesOf(left), namesOf(right)];
	return one.size === other.size && includes(one, other);
};

/** Whether a subscription does not show that one of the events is missing; where it shows none, it tells nothing. */
const lacksNone = (shown: readonly string[], eventTypes: readonly string[]): boolean =>
	shown.length === 0 || includes(namesOf(shown), namesOf(eventTypes));

/** What is known of a subscription that was given the wanted events, from the answer to that. */
export const givenTo = (id: string, answer: IDataObject, { eventTypes }: RequestedSubscription): RequestedSubscription['given'] => ({
	id,
	isConfirmed: lacksNone(eventTypesIn(answer), eventTypes),
});

/**
 * Whether a subscription has the wanted events. A list may show none of the names, or more than the club has, so after a change
 * its answer counts.
 * @reading eventTypesShown
 */
const hasEvents = ({ id, eventTypes }: Subscription, { eventTypes: wanted, given }: RequestedSubscription): boolean =>
	given?.id === id ? given.isConfirmed || lacksNone(eventTypes, wanted) : sameEvents(eventTypes, wanted);

/** What stands between the club's subscriptions and the wanted one (§3.5). */
export function planFor(subscriptions: Subscription[], wanted: RequestedSubscription): RegistrationPlan {
	const here = atAddress(subscriptions, wanted.address).filter(({ state }) => state !== 'Deleting');
	const dead = here.filter(isDead);
	const alive = here.filter((subscription) => !isDead(subscription));
	const ours = alive.filter((subscription) => isOurs(subscription, wanted));
	const active = ours.filter(({ state }) => state === 'Succeeded');
	const chosen = active.find((subscription) => hasEvents(subscription, wanted)) ?? active[0] ?? ours[0];
	// One whose token nobody can see is given the wanted address: a second one would deliver beside it.
	const unnamed = chosen ? undefined : alive.find((subscription) => tokenOf(subscription) === undefined);
	return {
		step: unnamed ? { kind: 'setAddress', id: unnamed.id, state: unnamed.state } : stepFor(chosen, wanted),
		dead: dead.map(({ id }) => id),
		replaced: alive.filter((subscription) => subscription !== (chosen ?? unnamed)).map(({ id }) => id),
	};
}

function stepFor(chosen: Subscription | undefined, wanted: RequestedSubscription): RegistrationStep {
	if (!chosen) return { kind: 'create' };
	const { id, state } = chosen;
	if (state !== 'Succeeded') return { kind: 'wait', id, state };
	if (hasEvents(chosen, wanted)) return { kind: 'keep' };
	return wanted.given?.id === id ? { kind: 'wait', id, state } : { kind: 'setEvents', id };
}
