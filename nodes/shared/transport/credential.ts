import { createHash } from 'crypto';
import type { IDataObject, IHttpRequestMethods, IHttpRequestOptions } from 'n8n-workflow';
import { InvalidInput } from './errors';
import { remembered } from './process';
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
	/** Whether other nodes may use it too, n8n's HTTP Request above all: `all`, `domains`, or anything else for no. */
	allowedHttpRequestDomains?: string;
	/** For which domains, separated by commas, where that says `domains`. */
	allowedDomains?: string;
}

const textOf = (entered: unknown): string => String(entered ?? '').trim();

/** A credential as it is used: its texts without the spaces of a paste. What an expression gives may be a number. */
export const trimmed = (entered: ClubCredential): ClubCredential => ({
	...entered,
	subscriptionKey: textOf(entered.subscriptionKey),
	clubApiKey: textOf(entered.clubApiKey),
	secondarySubscriptionKey: textOf(entered.secondarySubscriptionKey),
	expectedClub: textOf(entered.expectedClub),
});

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
	(name === 'primary' ? subscriptionKey : secondarySubscriptionKey) ?? '';

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
	Authorization: `Bearer ${credential.clubApiKey}`,
});

/** The mark of this pack's own requests, which nobody else can set. It says which subscription key they carry. */
export const OWN = Symbol('own request');

/** A request as it leaves the pack; one of another node has no mark. */
export type UnsignedRequest = IHttpRequestOptions & { [OWN]?: { key?: KeyName } };

/** What n8n's older kind of request has besides. */
interface OlderRequest {
	uri?: unknown;
	proxy?: unknown;
}

/** What n8n's older kind of request calls the same: no redirect, and no certificate that does not hold. */
const OLDER_NAMES = { followRedirect: false, followAllRedirects: false, rejectUnauthorized: true };

/** The address that a request goes to: an absolute one stands by itself, any other is put behind `baseURL` as n8n does. */
function targetOf(address: unknown, baseURL: unknown): URL | undefined {
	const text = String(address ?? '').trim();
	const isAbsolute = !baseURL || text.startsWith('//') || URL.canParse(text);
	const joined = isAbsolute ? text : `${String(baseURL).replace(/\/$/, '')}${text.startsWith('/') ? '' : '/'}${text}`;
	return URL.canParse(joined) ? new URL(joined) : undefined;
}

/** What a signed request may have: methods whose answer does not repeat its headers, and no header that names another host. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
const HEADERS: ReadonlySet<string> = new Set(['accept', 'content-type']);

/** What it may have of its own about the connection: the certificate of a client, and none to believe in. */
const CERTIFICATE: ReadonlySet<string> = new Set(['cert', 'key', 'passphrase']);

const picked = (values: object | undefined, names: ReadonlySet<string>): IDataObject =>
	Object.fromEntries(Object.entries(values ?? {}).filter(([name]) => names.has(name.toLowerCase()))) as IDataObject;

/** Times that a server might decode a path. */
const DECODINGS = 3;

/**
 * Whether a path leads upward for a server that reads more out of it than the URL parser: `..%2f`, `..;`, `%u002e`, a dot
 * of full width. What is no UTF-8 may be a dot for it too.
 */
function climbs(path: string): boolean {
	let decoded = path;
	for (let times = 0; times <= DECODINGS; times++) {
		if (decoded.split(/[/\\]/).some((segment) => segment.startsWith('..'))) return true;
		try {
			// Escape by escape: a server may leave alone what is none, and decode the rest.
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
	if (username || password || climbs(pathname)) return false;
	return `${origin}${pathname}` === baseUrl || `${origin}${pathname}`.startsWith(`${baseUrl}/`);
}

/** Whether the owner of the credential lets other nodes use it for its Base URL, by n8n's rules for its own field. */
function isLent({ allowedHttpRequestDomains, allowedDomains }: ClubCredential, baseUrl: string): boolean {
	if (allowedHttpRequestDomains !== 'domains') return allowedHttpRequestDomains === 'all';
	const bare = (domain: string) => domain.trim().toLowerCase().replace(/\.$/, '');
	const host = bare(new URL(baseUrl).hostname);
	const domains = (allowedDomains ?? '').split(',').map(bare);
	return domains.some((domain) => (domain.startsWith('*.') ? host.endsWith(domain.slice(1)) : host === domain));
}

/**
 * The request with both keys, for the Base URL of the credential and what is below it, and for nothing else: whoever
 * may use a credential must not get to see its keys by asking for an address of their own. Redirects, a proxy, a host
 * header and certificates that do not hold would lead there too. A request of another node is signed only where the owner
 * allows it: n8n puts what a failed request of its HTTP Request node carried into the item.
 * @throws InvalidInput for any other address, method or node
 */
export function signed(credential: ClubCredential, request: UnsignedRequest): IHttpRequestOptions {
	const baseUrl = normalizeBaseUrl(credential.baseUrl);
	const { [OWN]: own, uri, baseURL, ...options } = request as UnsignedRequest & OlderRequest;
	if (!own && !isLent(credential, baseUrl)) {
		throw new InvalidInput(
			'This credential is for the Club nodes only',
			'To make a call that has no operation, use API → Call in the Club node. The owner of the credential can allow other nodes in "Allowed HTTP Request Domains". Nothing was sent.',
		);
	}
	const targets = [options.url, uri].filter((address) => address !== undefined).map((address) => targetOf(address, baseURL));
	const [target] = targets;
	if (!target || !targets.every((url) => url && isBelow(url, baseUrl))) {
		throw new InvalidInput(
			'The keys of this credential are sent only to its Base URL',
			'Use an address below the Base URL of the credential "Club API". Nothing was sent.',
		);
	}
	const method = (options.method ?? 'GET').toUpperCase() as IHttpRequestMethods;
	if (!METHODS.has(method)) {
		throw new InvalidInput(
			'The keys of this credential are sent only with GET, POST, PUT, PATCH and DELETE',
			'Choose one of these methods. Nothing was sent.',
		);
	}
	if (options.proxy) {
		throw new InvalidInput(
			'The keys of this credential are not sent through a proxy',
			'Remove the proxy from this request. Nothing was sent.',
		);
	}
	return {
		...options,
		url: target.href,
		method,
		headers: { ...picked(options.headers, HEADERS), ...credentialHeaders(trimmed(credential), own?.key) },
		agentOptions: picked(options.agentOptions, CERTIFICATE),
		disableFollowRedirect: true,
		maxRedirects: 0,
		skipSslCertificateValidation: false,
		...OLDER_NAMES,
	};
}
