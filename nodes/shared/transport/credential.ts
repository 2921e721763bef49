import { createHash } from 'crypto';
import { InvalidInput } from './errors';
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
	return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

/** A one-way name for a secret, for the process-wide maps that must never hold the secret itself. */
export const fingerprint = (...secrets: Array<string | undefined>): string =>
	createHash('sha256').update(JSON.stringify(secrets)).digest('hex');

/** Which credentials use their secondary key now; kept for the process, by fingerprint. */
const onSecondary = new Set<string>();

const pairOf = (credential: ClubCredential): string =>
	fingerprint(credential.subscriptionKey, credential.secondarySubscriptionKey);

/** The subscription key that worked last: the primary one until the API refused it (§5 rule 5). */
export function currentSubscriptionKey(credential: ClubCredential): string {
	const { subscriptionKey, secondarySubscriptionKey } = credential;
	return ((onSecondary.has(pairOf(credential)) ? secondarySubscriptionKey : subscriptionKey) ?? '').trim();
}

/**
 * Turns to the other subscription key after a 401 for `refused`.
 * @returns whether there is another key to try; a key that another request has replaced already counts
 */
export function rotateSubscriptionKey(credential: ClubCredential, refused: string): boolean {
	const { subscriptionKey, secondarySubscriptionKey } = credential;
	if (!secondarySubscriptionKey?.trim() || secondarySubscriptionKey.trim() === subscriptionKey.trim()) return false;
	if (currentSubscriptionKey(credential) === refused) {
		const pair = pairOf(credential);
		if (!onSecondary.delete(pair)) onSecondary.add(pair);
	}
	return true;
}

/** The two headers of §5 for a request. */
export function credentialHeaders(credential: ClubCredential): Record<string, string> {
	return {
		'X-Sub-Key': currentSubscriptionKey(credential),
		Authorization: `Bearer ${(credential.clubApiKey ?? '').trim()}`,
	};
}
