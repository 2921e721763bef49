/** What n8n's own filter says of an address, and whether it may still be gone to once it has answered. */
export interface Verdicts {
	before: (url: URL) => Promise<{ ok: boolean }>;
	after?: (host: string) => boolean;
}

/** The part of n8n that filters addresses: by these verdicts under the strict policy, and not at all under any other. */
export const filterThat = ({ before, after = () => true }: Verdicts) => ({
	getSecureEgressFilter: (policy: string) => ({
		validateUrl: policy === 'enforced' ? before : async () => ({ ok: true }),
		createSecureLookup: () => (host: string, options: object, found: (error: Error | null) => void) =>
			found(policy !== 'enforced' || after(host) || !('all' in options) ? null : new Error('private')),
	}),
});
