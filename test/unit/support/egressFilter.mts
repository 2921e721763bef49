/** What n8n's own filter says of an address. */
export interface Verdicts {
	before: (url: URL) => Promise<{ ok: boolean }>;
}

/** The part of n8n that filters addresses: by this verdict under the strict policy, and not at all under any other. */
export const filterThat = ({ before }: Verdicts) => ({
	getSecureEgressFilter: (policy: string) => ({ validateUrl: policy === 'enforced' ? before : async () => ({ ok: true }) }),
});
