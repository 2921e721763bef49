import type { ClubFunctions } from './http';
import { isLoopback } from './publicAddress';

/** What n8n 2.41 and later say of an address: where its name leads, and whether a node may go there. */
interface EgressFilter {
	validateUrl(url: URL): Promise<{ ok: boolean }>;
}

/**
 * Whether n8n's own filter lets a request go to an address, whatever its name resolves to. It is asked to apply its list
 * of private networks even where the administrator has not turned it on for all nodes; what he allows there is allowed.
 * A version without a filter allows all, and so does a name that cannot be resolved: the call itself tells of that.
 * @param origin origin of the credential's base URL: beside a sandbox, this machine may be asked
 */
export async function isAllowedByHost(functions: Pick<ClubFunctions, 'helpers'>, url: URL, origin: string): Promise<boolean> {
	if (isLoopback(url.hostname) && isLoopback(new URL(origin).hostname)) return true;
	const { getSecureEgressFilter } = functions.helpers as { getSecureEgressFilter?: (policy: 'enforced') => EgressFilter };
	if (!getSecureEgressFilter) return true;
	const verdict = await getSecureEgressFilter('enforced')
		.validateUrl(url)
		.catch(() => ({ ok: true }));
	return verdict.ok;
}
