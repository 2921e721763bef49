import type { ClubFunctions } from './http';
import { isHostWithin, isLoopback } from './publicAddress';

type HasHelpers = Pick<ClubFunctions, 'helpers'>;

/** The filter of n8n 2.41 and later: it resolves the name of an address and decides whether a node may call it. */
interface EgressFilter {
	validateUrl(url: URL): Promise<{ ok: boolean }>;
	createSecureLookup(): (host: string, options: object, callback: (error: Error | null) => void) => unknown;
}

/**
 * n8n's filter with its list of private networks, even if the administrator has not enabled it for all nodes. Addresses that the
 * administrator allows are allowed here too. There is no filter for this machine beside a sandbox, or in an older n8n.
 */
function filterOf({ helpers }: HasHelpers, url: URL, origin: string): EgressFilter | undefined {
	if (isLoopback(url.hostname) && isLoopback(new URL(origin).hostname)) return undefined;
	return (helpers as { getSecureEgressFilter?: (policy: 'enforced') => EgressFilter }).getSecureEgressFilter?.('enforced');
}

/**
 * Whether n8n's filter allows a request to an address, by what its name resolves to. A version without a filter allows all.
 * @param origin origin of the credential's base URL: beside a sandbox, requests to this machine are allowed
 * @throws the error of the look-up of its name
 */
export async function isAllowedByHost(functions: HasHelpers, url: URL, origin: string): Promise<boolean> {
	return (await filterOf(functions, url, origin)?.validateUrl(url))?.ok ?? true;
}

/** The same for an address that has answered. n8n caches a look-up for a second; other options make it look the name up again. */
async function isStillAllowed(functions: HasHelpers, url: URL, origin: string): Promise<boolean> {
	const lookUp = filterOf(functions, url, origin)?.createSecureLookup();
	return await new Promise((resolve) =>
		lookUp ? lookUp(url.hostname, { all: true, verbatim: true }, (error) => resolve(!error)) : resolve(true),
	);
}

/** The answer of an unknown host; nobody reads its body. */
interface OutsideAnswer {
	statusCode: number;
	/** Closes the connection. In n8n 2, destroying the body leaves it open. */
	close(): void;
}

/**
 * Sends a GET to an unknown host, without keys and without following redirects. Its name is looked up before the request and again
 * before the answer is returned: a name that resolves to a private network the second time would leak data from there.
 * @param origin origin of the credential's base URL: beside a sandbox, requests to this machine are allowed
 * @param limit ends the request and its answer
 * @returns undefined if the address is in a private network
 * @throws the error of the network
 */
export async function askOutside(functions: HasHelpers, url: URL, origin: string, limit: AbortSignal): Promise<OutsideAnswer | undefined> {
	if (!isHostWithin(url.hostname, origin) || !(await isAllowedByHost(functions, url, origin))) return undefined;
	const connection = new AbortController();
	const { statusCode } = (await functions.helpers.httpRequest({
		method: 'GET',
		url: url.href,
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		abortSignal: AbortSignal.any([limit, connection.signal]),
	})) as Pick<OutsideAnswer, 'statusCode'>;
	const close = () => connection.abort();
	if (await isStillAllowed(functions, url, origin)) return { statusCode, close };
	close();
	return undefined;
}
