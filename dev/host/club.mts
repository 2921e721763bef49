import type { IDataObject } from 'n8n-workflow';
import type { Sandbox } from '../../sandbox/index.mts';

/** The name of the credential that the example workflows use. */
export const CREDENTIAL = 'Sandbox club';

/** The entries of a credential for a sandbox. */
export const credentialFor = ({ url, keys }: Pick<Sandbox, 'url' | 'keys'>): IDataObject => ({
	baseUrl: url,
	subscriptionKey: keys.subscriptionKey,
	clubApiKey: keys.clubApiKey,
});

/** The same with a key that can only read. */
export const readOnlyCredentialFor = (sandbox: Pick<Sandbox, 'url' | 'keys'>): IDataObject => ({
	...credentialFor(sandbox),
	clubApiKey: sandbox.keys.readOnlyClubApiKey,
});
