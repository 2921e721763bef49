import type { IDataObject } from 'n8n-workflow';
import type { Sandbox } from '../sandbox/index.mts';

/** The name of the credential that the example workflows use. */
export const CREDENTIAL = 'Sandbox club';

/** The entries of a credential for a sandbox. */
export const credentialFor = ({ url, keys }: Pick<Sandbox, 'url' | 'keys'>): IDataObject => ({
	baseUrl: url,
	subscriptionKey: keys.subscriptionKey,
	clubApiKey: keys.clubApiKey,
});
