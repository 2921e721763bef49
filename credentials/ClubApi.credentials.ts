import type { ICredentialDataDecryptedObject, ICredentialType, IHttpRequestOptions, INodeProperties } from 'n8n-workflow';
import type { ClubCredential } from '../nodes/shared/transport/credential';
import { signed } from '../nodes/shared/transport/credential';

/** What an item gives is not there when the credential is tested: n8n then leaves the field out, and its test says so; n8n 1 fails instead. */
const perItem = { ignoreCredentialExpressionResolveError: true };

/** The platform's word for these secrets is not one that n8n would know as such by its name. */
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
			// Whoever filled an expression would say where the keys go.
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
				'Selects the club. The club makes it in its settings; changes need the ReadWrite permission. As an expression, it selects the club of each item.',
		},
		{
			displayName: 'Secondary Subscription Key',
			name: 'secondarySubscriptionKey',
			type: 'string',
			typeOptions: masked,
			default: '',
			description: 'Used when the first subscription key is no longer accepted, so that a rotation of the keys stops no workflow',
		},
		{
			displayName: 'Expected Club',
			name: 'expectedClub',
			type: 'string',
			typeOptions: perItem,
			default: '',
			placeholder: 'e.g. Northside Fitness',
			description: 'Name or ID of the club. Where no property of the profile equals it, nothing is changed.',
		},
		{
			displayName: 'Daily Calls',
			name: 'dailyCalls',
			type: 'number',
			typeOptions: { minValue: 0, ...perItem },
			default: 0,
			description:
				'Most calls that each process of this n8n may make with this key in any 24 hours, so that a workflow in a loop does not spend the month. 25,000 in 30 days are 833 a day. 0 is no limit.',
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
					description: 'Allow all requests of other nodes below the Base URL',
				},
				{
					name: 'Specific Domains',
					value: 'domains',
					description: 'Allow them where the Base URL is in one of these domains',
				},
				{
					name: 'None',
					value: 'none',
					description: 'Only the Club nodes can use this credential',
				},
			],
			default: 'none',
			description:
				'Whether the HTTP Request node and others can use this credential. Who can use it there can read both keys. For a call that no operation makes, API → Call of the Club node needs no such permission.',
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
