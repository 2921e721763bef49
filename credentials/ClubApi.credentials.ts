import type { ICredentialDataDecryptedObject, ICredentialType, IHttpRequestOptions, INodeProperties } from 'n8n-workflow';
import { signed } from '../nodes/shared/transport/signing';
import type { ClubCredential } from '../nodes/shared/transport/credential';

/** The credential test has no item, so n8n leaves out a field that needs one, and the test says so. */
const perItem = { ignoreCredentialExpressionResolveError: true };

/** n8n does not recognise these keys as secrets by their names. */
const masked = { password: true, ...perItem };

export class ClubApi implements ICredentialType {
	name = 'clubApi';

	displayName = 'Club API';

	icon = { light: 'file:../nodes/Club/club.svg', dark: 'file:../nodes/Club/club.dark.svg' } as const;

	documentationUrl = 'https://github.com/n8n-nodes-club/n8n-nodes-club#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			// The author of an item could otherwise choose where the keys are sent.
			noDataExpression: true,
			required: true,
			default: '',
			placeholder: 'e.g. https://api.example.com/v1',
			description: 'Address of the Club Integration API',
		},
		{
			displayName: 'Subscription Key',
			name: 'subscriptionKey',
			type: 'string',
			typeOptions: masked,
			required: true,
			default: '',
			description: 'Identifies you. The platform gives it to you.',
		},
		{
			displayName: 'Club API Key',
			name: 'clubApiKey',
			type: 'string',
			typeOptions: { password: true, ...perItem },
			required: true,
			default: '',
			description:
				'Selects the club, which creates this key in its settings. Changes need ReadWrite permission. An expression can select a club for each item.',
		},
		{
			displayName: 'Secondary Subscription Key',
			name: 'secondarySubscriptionKey',
			type: 'string',
			typeOptions: masked,
			default: '',
			description: 'Takes over when the club no longer accepts the first subscription key, so that you can renew keys without a pause',
		},
		{
			displayName: 'Expected Club',
			name: 'expectedClub',
			type: 'string',
			typeOptions: perItem,
			default: '',
			placeholder: 'e.g. Northside Fitness',
			description:
				"Your club's name or ID. If the keys belong to another club, the nodes change nothing, and the Club node reads nothing either.",
		},
		{
			displayName: 'Daily Calls',
			name: 'dailyCalls',
			type: 'number',
			typeOptions: { minValue: 0, ...perItem },
			default: 0,
			description:
				'The calls that each n8n process may make with this key in 24 hours. 833 a day keep a runaway workflow from using up the 25,000 of a month. 0: no limit.',
		},
		// n8n adds these two to each credential by itself, with the default "All", unless they are declared.
		{
			displayName: 'Allowed HTTP Request Domains',
			name: 'allowedHttpRequestDomains',
			type: 'options',
			options: [
				{
					name: 'All',
					value: 'all',
					description: 'Other nodes can send requests to any address below the Base URL',
				},
				{
					name: 'Specific Domains',
					value: 'domains',
					description: 'Other nodes can send requests if the Base URL is in one of these domains',
				},
				{
					name: 'None',
					value: 'none',
					description: 'Only the Club nodes can use this credential',
				},
			],
			default: 'none',
			description:
				"Whether HTTP Request and other nodes can use this credential. Whoever uses it there can read both keys. Club → Make API Call doesn't need this.",
		},
		{
			displayName: 'Allowed Domains',
			name: 'allowedDomains',
			type: 'string',
			default: '',
			placeholder: 'e.g. example.com, *.subdomain.com',
			description: 'Comma-separated list of allowed domains (supports wildcards with *)',
			displayOptions: {
				show: {
					allowedHttpRequestDomains: ['domains'],
				},
			},
		},
	];

	async authenticate(credentials: ICredentialDataDecryptedObject, requestOptions: IHttpRequestOptions): Promise<IHttpRequestOptions> {
		return signed(credentials as unknown as ClubCredential, requestOptions);
	}
}
