import type { IDataObject } from 'n8n-workflow';
import type { ClubFunctions } from './http';
import { isHostWithin, isLoopback } from './publicAddress';

type HasHelpers = Pick<ClubFunctions, 'helpers'>;

/** What n8n 2.41 and later say of an address: where its name leads, and whether a node may go there. */
interface EgressFilter {
	validateUrl(url: URL): Promise<{ ok: boolean }>;
	createSecureLookup(): (host: string, options: object, found: (error: Error | null) => void) => unknown;
}

/**
 * n8n's own filter, with its list of private networks even where the administrator has not turned it on for all nodes. What they allow
 * there is allowed. There is none for this machine beside a sandbox, and in an n8n that has no filter.
 */
function filterOf({ helpers }: HasHelpers, url: URL, origin: string): EgressFilter | undefined {
	if (isLoopback(url.hostname) && isLoopback(new URL(origin).hostname)) return undefined;
	return (helpers as { getSecureEgressFilter?: (policy: 'enforced') => EgressFilter }).getSecureEgressFilter?.('enforced');
}

/**
 * Whether n8n's own filter lets a request go to an address, whatever its name resolves to. A version without a filter allows all.
 * @param origin origin of the credential's base URL: beside a sandbox, this machine may be asked
 * @throws what the look-up of its name throws
 */
export async function isAllowedByHost(functions: HasHelpers, url: URL, origin: string): Promise<boolean> {
	return (await filterOf(functions, url, origin)?.validateUrl(url))?.ok ?? true;
}

/** The same of an address that has answered. n8n remembers a look-up for a second; one that is worded otherwise is made anew. */
async function isStillAllowed(functions: HasHelpers, url: URL, origin: string): Promise<boolean> {
	const lookUp = filterOf(functions, url, origin)?.createSecureLookup();
	return await new Promise((resolve) =>
		lookUp ? lookUp(url.hostname, { all: true, verbatim: true }, (error) => resolve(!error)) : resolve(true),
	);
}

/** The answer of a host that may be anyone's. */
interface OutsideAnswer {
	statusCode: number;
	headers: IDataObject;
	/** Its body, unpacked already. */
	body: AsyncIterable<Uint8Array>;
	/** Ends it. A body that is only destroyed leaves its connection open in n8n 2. */
	close(): void;
}

/**
 * Asks a host that may be anyone's, without any key and without following redirects. Its name is looked up before, and once more
 * before anything of its answer is passed on, since it may lead elsewhere by then.
 * @param origin origin of the credential's base URL: beside a sandbox, this machine may be asked
 * @param limit ends the request, and its answer
 * @returns undefined where the address is in a private network
 * @throws what the network says
 */
export async function askOutside(functions: HasHelpers, url: URL, origin: string, limit: AbortSignal): Promise<OutsideAnswer | undefined> {
	if (!isHostWithin(url.hostname, origin) || !(await isAllowedByHost(functions, url, origin))) return undefined;
	const connection = new AbortController();
	const { statusCode, headers, body } = (await functions.helpers.httpRequest({
		method: 'GET',
		url: url.href,
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		abortSignal: AbortSignal.any([limit, connection.signal]),
	})) as Omit<OutsideAnswer, 'headers'> & { headers?: IDataObject };
	const close = () => connection.abort();
	if (await isStillAllowed(functions, url, origin)) return { statusCode, headers: headers ?? {}, body, close };
	close();
	return undefined;
}
