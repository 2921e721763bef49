import type { ICredentialDataDecryptedObject, ICredentialType, IHttpRequestOptions, INodeProperties } from 'n8n-workflow';
import type { ClubCredential } from '../nodes/shared/transport/credential';
import { signed } from '../nodes/shared/transport/credential';

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
			description: 'Identifies the integration. You get it from the platform.',
		},
		{
			displayName: 'Club API Key',
			name: 'clubApiKey',
			type: 'string',
			typeOptions: { password: true, ...perItem },
			required: true,
			default: '',
			description:
				'Selects the club. The club creates this key in its settings. Operations that change data need the ReadWrite permission. An expression can select a club for each item.',
		},
		{
			displayName: 'Secondary Subscription Key',
			name: 'secondarySubscriptionKey',
			type: 'string',
			typeOptions: masked,
			default: '',
			description: 'Used when the club no longer accepts the first subscription key, so that workflows keep running while keys are rotated',
		},
		{
			displayName: 'Expected Club',
			name: 'expectedClub',
			type: 'string',
			typeOptions: perItem,
			default: '',
			placeholder: 'e.g. Northside Fitness',
			description:
				'Name or ID of the club. If the club profile has another name and ID, the nodes change nothing, and the Club node reads nothing either.',
		},
		{
			displayName: 'Daily Calls',
			name: 'dailyCalls',
			type: 'number',
			typeOptions: { minValue: 0, ...perItem },
			default: 0,
			description:
				'Maximum number of calls that each process of n8n may make with this key in any 24 hours. Keeps a workflow in a loop from using up the calls of the month: 25,000 calls in 30 days are 833 calls a day. 0 means no limit.',
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
				'Whether the HTTP Request node and other nodes can use this credential. Allowing it gives the keys away: anyone who can use the credential there can read both keys. To make a call that has no operation, use Club → Make API Call in the Club node, which does not need this permission.',
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
