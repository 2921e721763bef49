import { createHash } from 'crypto';
import { InvalidInput } from './errors';
import { remembered } from './memory';
import { isLoopback, isPublicHost } from './publicAddress';

/** The credential type of both nodes. */
export const CLUB_API = 'clubApi';

/** What the user enters in the credential "Club API". */
export interface ClubCredential {
	baseUrl: string;
	subscriptionKey: string;
	clubApiKey: string;
	secondarySubscriptionKey?: string;
	expectedClub?: string;
	/** Calls that each process may make with this key in any 24 hours; 0 and nothing are no limit. */
	dailyCalls?: number;
}

/**
 * The base URL without trailing slashes and spaces. It must be https and public, except on loopback.
 * @throws InvalidInput when it is no such address
 */
export function normalizeBaseUrl(raw: unknown): string {
	const text = String(raw).trim();
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (!url || !/^https?:/.test(url.protocol)) {
		throw new InvalidInput(
			'The Base URL of the credential is not a web address',
			'Enter the address of the Club Integration API in the credential, for example https://api.example.com/v1.',
		);
	}
	if (url.username || url.password || url.search || url.hash) {
		throw new InvalidInput(
			'The Base URL of the credential holds more than an address',
			'Enter it without a user name, a question mark or a hash sign. The keys have fields of their own.',
		);
	}
	if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
		throw new InvalidInput(
			'The Base URL of the credential must start with https://',
			'Both keys travel with each request, so http is accepted only for a sandbox on this machine.',
		);
	}
	if (!isLoopback(url.hostname) && !isPublicHost(url.hostname)) {
		throw new InvalidInput(
			'The Base URL of the credential is in a private network',
			'Enter the public address of the Club Integration API. Only a sandbox on this machine may have a private one.',
		);
	}
	let { pathname } = url;
	while (pathname.endsWith('/')) pathname = pathname.slice(0, -1);
	return url.origin + pathname;
}

/** A one-way name for a secret, for the process-wide maps that must never hold the secret itself. */
export const fingerprint = (...secrets: Array<string | undefined>): string =>
	createHash('sha256').update(JSON.stringify(secrets)).digest('hex');

/** One of the two subscription keys, which the platform regenerates in turn (§5 rule 5). */
export type KeyName = 'primary' | 'secondary';

/** The key that works, of credentials whose first one does not. */
const working = remembered<KeyName>('subscriptionKeys');

const pairOf = (credential: ClubCredential): string => fingerprint(credential.subscriptionKey, credential.secondarySubscriptionKey);

/** The subscription key that worked last: the primary one until the other was found to work in its place. */
export const currentKey = (credential: ClubCredential): KeyName => working.get(pairOf(credential)) ?? 'primary';

const valueOf = ({ subscriptionKey, secondarySubscriptionKey }: ClubCredential, name: KeyName): string =>
	((name === 'primary' ? subscriptionKey : secondarySubscriptionKey) ?? '').trim();

/** The key to try when one is refused, where there is another. */
export function otherKey(credential: ClubCredential, refused: KeyName): KeyName | undefined {
	const other = refused === 'primary' ? 'secondary' : 'primary';
	return valueOf(credential, other) && valueOf(credential, other) !== valueOf(credential, refused) ? other : undefined;
}

/** Notes that a key works where the other was refused. What was refused with both says nothing of either. */
export function keepKey(credential: ClubCredential, works: KeyName): void {
	working.set(pairOf(credential), works);
}

/** The two headers of §5 for a request. */
export const credentialHeaders = (credential: ClubCredential, key = currentKey(credential)): Record<string, string> => ({
	'X-Sub-Key': valueOf(credential, key),
	Authorization: `Bearer ${(credential.clubApiKey ?? '').trim()}`,
});
