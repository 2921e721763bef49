import { NodeOperationError, type IDataObject, type IExecuteFunctions, type INode, type IWebhookFunctions } from 'n8n-workflow';
import { isObject } from '../shared/api/json';
import { MINUTE_MS } from '../shared/api/time';
import { attempt } from '../shared/transport/errors';
import { clock, remembered, nodeKeyOf } from '../shared/transport/process';
import { LOOKS_MS, addressOf, clientFor, clubOf, signedOf, storedBy } from './hooks';
import { atAddress, isOurs, tokenOf, type Subscription } from './plan';
import { currentSubscriptions } from './registration';
import { hashOf, verifies } from './token';

/**
 * The credential of a published trigger can be edited, and n8n calls no hook then. If it belongs to another club now, the old club
 * still sends its events, and their records would be loaded from the new one. Neither keys nor fingerprints of them are stored: the
 * token of a delivery shows that it was signed with another key.
 */

interface Registered {
	baseUrl: string;
	subscriptionId: string;
	address: string;
	/** SHA-256 of the token of the delivery: another club may have kept a subscription of an earlier publication. */
	tokenHash: string;
}

export const OTHER_CLUB = 'otherClub';

/** Whether a club has the subscription of a trigger, by trigger, club and token; undefined if its list could not be read. */
const lookUps = remembered<{ readAt: number; count: number; found: Promise<boolean | undefined> }>('otherClubs');

/** Whether the club of the credential has a subscription, by its list. A list that lacks it is read again after pauses, then each minute. */
async function isListed(
	functions: IWebhookFunctions | IExecuteFunctions,
	{ key }: { key: string },
	registered: Registered,
): Promise<boolean | undefined> {
	const { address, subscriptionId, tokenHash } = registered;
	const name = [nodeKeyOf(functions), key, tokenHash].join('\n');
	const last = lookUps.get(name);
	const count = last?.count ?? 0;
	if (last && ((await last.found) || clock.now() - last.readAt < (LOOKS_MS[count - 1] ?? MINUTE_MS))) return await last.found;
	const isTheirs = (one: Subscription) => tokenOf(one) === undefined || isOurs(one, registered);
	const found = attempt(currentSubscriptions(clientFor(functions))).then((read) =>
		'value' in read ? atAddress(read.value, address, subscriptionId).some(isTheirs) : undefined,
	);
	lookUps.set(name, { readAt: clock.now(), count: count + 1, found });
	return await found;
}

/** The registration of a trigger, if its credential belongs to another club now. If that cannot be found out, it does not. */
export async function otherClub(functions: IWebhookFunctions, token: string): Promise<Registered | undefined> {
	const club = await attempt(clubOf(functions));
	if ('error' in club) return undefined;
	const { baseUrl, clubApiKey } = club.value;
	const stored = storedBy(functions);
	const isSame = (stored.baseUrl ?? baseUrl) === baseUrl && verifies(token, signedOf(functions), clubApiKey);
	if (isSame) return undefined;
	const registered = {
		baseUrl: stored.baseUrl ?? baseUrl,
		subscriptionId: stored.subscriptionId ?? '',
		address: stored.address ?? addressOf(functions),
		tokenHash: hashOf(token),
	};
	return (await isListed(functions, club.value, registered)) === false ? registered : undefined;
}

const otherClubError = (node: INode, { baseUrl, subscriptionId }: Registered): NodeOperationError =>
	new NodeOperationError(node, 'The credential of this Club Trigger belongs to another club than the one that sent this event', {
		description: [
			`The club at ${baseUrl} still sends its events here (webhook subscription ${subscriptionId || 'unknown'}), and this event was not handled.`,
			'To use the new club, unpublish the workflow and publish it again, and remove the old subscription with the keys of the old club (Webhook Subscription > Delete).',
			'To go on with the old club, enter its Base URL and keys again and retry this execution.',
			'This error appears at most once an hour. Until then, the club gets no confirmation of other events.',
		].join(' '),
	});

/**
 * The items without the registration with another club.
 * @throws NodeOperationError if it is still another club than that of the credential
 */
export async function ofThisClub(functions: IExecuteFunctions, items: IDataObject[]): Promise<IDataObject[]> {
	// A sender cannot set it: a delivery loses properties of this name.
	const [registered] = items.flatMap(({ [OTHER_CLUB]: other }) => (isObject(other) ? [other as unknown as Registered] : []));
	if (!registered) return items;
	if ((await isListed(functions, await clubOf(functions), registered)) !== true) throw otherClubError(functions.getNode(), registered);
	return items.map((json) => Object.fromEntries(Object.entries(json).filter(([name]) => name !== OTHER_CLUB)) as IDataObject);
}
