import type { IHttpRequestOptions } from 'n8n-workflow';
import type { ClubCredential, KeyName } from './credential';
import { credentialHeaders, normalizeBaseUrl } from './credential';
import { InvalidInput } from './errors';

/** A request as it leaves the pack: it may say which subscription key it is to carry. */
export type UnsignedRequest = IHttpRequestOptions & { subscriptionKey?: KeyName };

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

/** Times that a server might decode a path. */
const DECODINGS = 3;

/** Whether a path leads upward for a server that decodes what the URL parser leaves alone (`..%2f`). */
function climbs(path: string): boolean {
	let decoded = path;
	for (let times = 0; times <= DECODINGS; times++) {
		if (decoded.split(/[/\\]/).includes('..')) return true;
		// Sign by sign: a server may leave alone what is no escape, and decode the rest.
		decoded = decoded.replace(/%[0-7][\da-f]/gi, (escape) => decodeURIComponent(escape));
	}
	return false;
}

function isBelow({ origin, pathname, username, password }: URL, baseUrl: string): boolean {
	if (username || password || climbs(pathname)) return false;
	return `${origin}${pathname}` === baseUrl || `${origin}${pathname}`.startsWith(`${baseUrl}/`);
}

/**
 * The request with both keys, for the Base URL of the credential and what is below it, and for nothing else: whoever
 * may use a credential must not get to see its keys by asking for an address of his own. Redirects, a proxy and
 * certificates that do not hold would lead there too.
 * @throws InvalidInput for any other address
 */
export function signed(credential: ClubCredential, request: UnsignedRequest): IHttpRequestOptions {
	const baseUrl = normalizeBaseUrl(credential.baseUrl);
	const { subscriptionKey, uri, baseURL, ...options } = request as UnsignedRequest & OlderRequest;
	const targets = [options.url, uri].filter((address) => address !== undefined).map((address) => targetOf(address, baseURL));
	const [target] = targets;
	if (!target || !targets.every((url) => url && isBelow(url, baseUrl))) {
		throw new InvalidInput(
			'The keys of this credential are sent to its Base URL only',
			'Ask for an address below the Base URL of the credential "Club API". Nothing was sent.',
		);
	}
	if (options.proxy) {
		throw new InvalidInput(
			'The keys of this credential are not sent through a proxy',
			'Leave out the proxy of this request. Nothing was sent.',
		);
	}
	return {
		...options,
		url: target.href,
		headers: { ...options.headers, ...credentialHeaders(credential, subscriptionKey) },
		disableFollowRedirect: true,
		maxRedirects: 0,
		skipSslCertificateValidation: false,
		...OLDER_NAMES,
	};
}
