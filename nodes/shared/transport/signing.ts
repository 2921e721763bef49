import type { IHttpRequestOptions } from 'n8n-workflow';
import { trimmed, type ClubCredential } from './credential';
import { fingerprint, remembered } from './process';
import { InvalidInput } from './errors';
import { isLoopback, isPublicHost } from './publicAddress';

// The request that a credential signs: its address, its two subscription keys, and what may be signed.

/**
 * The base URL without trailing slashes and spaces. It must be https and public, except on loopback.
 * @throws InvalidInput for any other address
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
			'The Base URL of the credential contains more than an address',
			'Enter it without a user name, a question mark or a hash sign. The keys have their own fields.',
		);
	}
	if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
		throw new InvalidInput(
			'The Base URL of the credential must start with https://',
			'Each request carries both keys, so http is allowed only for a sandbox on this machine.',
		);
	}
	if (!isLoopback(url.hostname) && !isPublicHost(url.hostname)) {
		throw new InvalidInput(
			'The Base URL of the credential is in a private network',
			'Enter the public address of the Club Integration API. Only a sandbox on this machine can have a private address.',
		);
	}
	let { pathname } = url;
	while (pathname.endsWith('/')) pathname = pathname.slice(0, -1);
	return url.origin + pathname;
}

/** One of the two subscription keys, which the platform regenerates one after the other (§5 rule 5). */
export type KeyName = 'primary' | 'secondary';

const workingKeys = remembered<KeyName>('subscriptionKeys');

const pairOf = (credential: ClubCredential): string => fingerprint(credential.subscriptionKey, credential.secondarySubscriptionKey);

/** The subscription key that worked last; the primary key until only the secondary one works. */
export const currentKey = (credential: ClubCredential): KeyName => workingKeys.get(pairOf(credential)) ?? 'primary';

const valueOf = ({ subscriptionKey, secondarySubscriptionKey }: ClubCredential, name: KeyName): string =>
	(name === 'primary' ? subscriptionKey : secondarySubscriptionKey) ?? '';

export function otherKey(credential: ClubCredential, refused: KeyName): KeyName | undefined {
	const other = refused === 'primary' ? 'secondary' : 'primary';
	return valueOf(credential, other) && valueOf(credential, other) !== valueOf(credential, refused) ? other : undefined;
}

/** Remembers that a key works after the other was refused. A call that is refused with both proves nothing. */
export function keepKey(credential: ClubCredential, workingKey: KeyName): void {
	workingKeys.set(pairOf(credential), workingKey);
}

export const credentialHeaders = (credential: ClubCredential, key = currentKey(credential)): Record<string, string> => ({
	'X-Sub-Key': valueOf(credential, key),
	Authorization: `Bearer ${credential.clubApiKey}`,
});

/** Marks the requests of this pack. Other nodes cannot set it. Its value names the subscription key that the request carries. */
export const OWN = Symbol('own request');

export type UnsignedRequest = IHttpRequestOptions & { [OWN]?: { key?: KeyName } };

const MAX_DECODINGS = 3;

/**
 * Whether a path leads to a parent folder on a server that decodes more than the URL parser: `..%2f`, `..;`, `%u002e`, a full-width
 * dot. Invalid UTF-8 counts too, because a server may read it as a dot.
 */
function leavesFolder(path: string): boolean {
	let decoded = path;
	for (let times = 0; times <= MAX_DECODINGS; times++) {
		if (decoded.split(/[/\\]/).some((segment) => segment.startsWith('..'))) return true;
		try {
			// Each escape separately: a server may skip an invalid one and decode the others.
			decoded = decoded
				.replace(/(?:%[\da-f]{2})+/gi, decodeURIComponent)
				.replace(/%u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
				.normalize('NFKC');
		} catch {
			return true;
		}
	}
	return false;
}

function isBelow({ origin, pathname, username, password }: URL, baseUrl: string): boolean {
	if (username || password || leavesFolder(pathname)) return false;
	return `${origin}${pathname}` === baseUrl || `${origin}${pathname}`.startsWith(`${baseUrl}/`);
}

/** The values of *Allowed HTTP Request Domains* that let other nodes use the credential. n8n itself checks the domains. */
const OPEN: ReadonlySet<unknown> = new Set(['all', 'domains']);

/**
 * The request with both keys, for the Base URL of the credential and addresses below it. Any other address would show the keys to a
 * person who may use the credential but not read it. A request of another node is signed only if the owner allows it, because n8n
 * puts the headers of a failed HTTP Request into the item.
 * @throws InvalidInput for any other address or node
 */
export function signed(credential: ClubCredential, request: UnsignedRequest): IHttpRequestOptions {
	const baseUrl = normalizeBaseUrl(credential.baseUrl);
	// HTTP Request uses n8n's older format, with its address in `uri`.
	const { [OWN]: mark, uri, ...options } = request as UnsignedRequest & { uri?: unknown };
	if (!mark && !OPEN.has(credential.allowedHttpRequestDomains)) {
		throw new InvalidInput(
			'This credential is for the Club nodes only',
			'To make a call that has no operation, use Club → Make API Call in the Club node. The owner of the credential can allow other nodes in "Allowed HTTP Request Domains". Nothing was sent.',
		);
	}
	delete options.baseURL;
	const address = String(uri ?? options.url).trim();
	const target = URL.canParse(address) ? new URL(address) : undefined;
	if (!target || !isBelow(target, baseUrl)) {
		throw new InvalidInput(
			'The keys of this credential are sent only to its Base URL',
			'Use an address below the Base URL of the credential "Club API". Nothing was sent.',
		);
	}
	return { ...options, url: target.href, headers: { ...options.headers, ...credentialHeaders(trimmed(credential), mark?.key) } };
}
