import type { IDataObject } from 'n8n-workflow';
import { asRow, rowsOf } from '../shared/lists/pages';
import { InvalidInput } from '../shared/transport/errors';
import { isPublicAddress } from '../shared/transport/publicAddress';
import { partsOf, isStored, isToken } from './token';

/** A webhook subscription of the club (§2.12); properties that are missing or of another type are empty. */
export interface Subscription {
	id: string;
	url: string;
	eventTypes: string[];
	state: string;
}

export interface RequestedSubscription {
	address: string;
	tokenHash: string;
	subscriptionId?: string;
	eventTypes: readonly string[];
	/** The subscription that was sent these events, and whether the answer shows them: to send them again would show no more. */
	confirmation?: { id: string; isConfirmed: boolean };
	/** The IDs of subscriptions that the club reports as deleted; an empty one could not be read. Its list may still show them. */
	dropped?: ReadonlySet<string>;
}

/**
 * The next step to exactly one subscription that delivers here: none, set its events, set its address, wait for the club, or
 * create one.
 */
export type RegistrationStep =
	| { kind: 'keep'; id: string }
	| { kind: 'setEvents'; id: string }
	| { kind: 'setAddress'; id: string; state: string }
	| { kind: 'wait'; id: string; state: string }
	| { kind: 'create' };

const scalarText = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

const eventTypesIn = ({ EventTypes }: IDataObject): string[] => (Array.isArray(EventTypes) ? EventTypes.map(scalarText) : []);

/** The subscriptions in an answer of the API; entries without an ID or an address are skipped. */
export function readSubscriptions(body: unknown): Subscription[] {
	return rowsOf(body)
		.map(asRow)
		.map((row) => ({
			id: scalarText(row.SubscriptionId),
			url: scalarText(row.Url),
			eventTypes: eventTypesIn(row),
			state: scalarText(row.ProvisioningState),
		}))
		.filter(({ id, url }) => id && url);
}

/**
 * The subscription with the stored ID, and those at the address, with any token; without those that the club is deleting. A club may show
 * another form of the address, so the ID comes first. Test and production addresses differ.
 */
export const atAddress = (subscriptions: Subscription[], address: string, subscriptionId?: string): Subscription[] => {
	const normalized = partsOf(address).address;
	return subscriptions.filter(
		({ id, url, state }) => (id === subscriptionId || partsOf(url).address === normalized) && state !== 'Deleting',
	);
};

export const tokenOf = ({ url }: Subscription): string | undefined => {
	const { token } = partsOf(url);
	return isToken(token) ? token : undefined;
};

/** Whether a subscription at the address has the token of this trigger; by its ID if the club hides the token. */
export function isOurs(
	subscription: Subscription,
	{ tokenHash, subscriptionId }: Pick<RequestedSubscription, 'tokenHash' | 'subscriptionId'>,
): boolean {
	const token = tokenOf(subscription);
	return token === undefined ? subscription.id === subscriptionId : isStored(token, tokenHash);
}

/** Whether a subscription never delivers again (§3.5). */
export const isDead = ({ state }: Subscription): boolean => state === 'Failed' || state === 'Canceled';

const hasAll = (listed: readonly string[], requested: readonly string[]): boolean => requested.every((name) => listed.includes(name));

/** Whether two lists name the same events. Their names are case-sensitive (§2.12). */
export const sameEvents = (a: readonly string[], b: readonly string[]): boolean => hasAll(a, b) && hasAll(b, a);

export const confirmationOf = (
	id: string,
	answer: IDataObject,
	{ eventTypes }: RequestedSubscription,
): RequestedSubscription['confirmation'] => ({
	id,
	isConfirmed: hasAll(eventTypesIn(answer), eventTypes),
});

const hasEvents = ({ id, eventTypes }: Subscription, { eventTypes: requested, confirmation }: RequestedSubscription): boolean =>
	confirmation?.id === id ? confirmation.isConfirmed : sameEvents(eventTypes, requested);

/** The next step from the club's subscriptions to the requested one (§3.5), and the IDs of the others at the same address. */
export function planFor(subscriptions: Subscription[], requested: RequestedSubscription) {
	const here = atAddress(subscriptions, requested.address, requested.subscriptionId);
	const dead = here.filter(isDead);
	const alive = here.filter((subscription) => !isDead(subscription));
	const isDropped = ({ id }: Subscription): number => Number(requested.dropped?.has(id) ?? false);
	const ours = alive.filter((subscription) => isOurs(subscription, requested)).sort((a, b) => isDropped(a) - isDropped(b));
	const active = ours.filter(({ state }) => state === 'Succeeded');
	const chosen = active.find((subscription) => hasEvents(subscription, requested)) ?? active[0] ?? ours[0];
	// A subscription with a hidden token gets our address. If it were ours, a second one would deliver each event twice.
	const hidden = chosen ? undefined : alive.find((subscription) => tokenOf(subscription) === undefined);
	const step: RegistrationStep = hidden ? { kind: 'setAddress', id: hidden.id, state: hidden.state } : stepFor(chosen, requested);
	return {
		step,
		dead: dead.map(({ id }) => id),
		/** Those that this one replaces, such as one with an earlier token; removed once this one delivers. */
		replaced: alive.filter((subscription) => subscription !== (chosen ?? hidden)).map(({ id }) => id),
	};
}

function stepFor(chosen: Subscription | undefined, requested: RequestedSubscription): RegistrationStep {
	if (!chosen) return { kind: 'create' };
	const { id, state } = chosen;
	if (state !== 'Succeeded') return { kind: 'wait', id, state };
	if (hasEvents(chosen, requested)) return { kind: 'keep', id };
	return requested.confirmation?.id === id ? { kind: 'wait', id, state } : { kind: 'setEvents', id };
}

/** Checks that the club can reach the webhook URL of a trigger, without its token. @throws InvalidInput that names N8N_WEBHOOK_URL */
export function assertReachable(address: string, clubOrigin: string): void {
	if (isPublicAddress(address, clubOrigin)) return;
	throw new InvalidInput(
		`The club cannot send events to ${address}, because it is not a public https address`,
		'Set the environment variable N8N_WEBHOOK_URL (older n8n: WEBHOOK_URL) to the public https address of this n8n, restart it, then try again.',
	);
}
