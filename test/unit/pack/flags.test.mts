import type { INodeType } from 'n8n-workflow';
import { ClubApi } from '../../../credentials/ClubApi.credentials';
import { Club } from '../../../nodes/Club/Club.node';
import { ClubPollTrigger } from '../../../nodes/ClubPollTrigger/ClubPollTrigger.node';
import { ClubTrigger } from '../../../nodes/ClubTrigger/ClubTrigger.node';

/** What n8n reads of a node, besides its texts, to decide what it does with it. */
const WEBHOOK = {
	name: 'default',
	httpMethod: 'POST',
	path: 'events',
	responseMode: expect.stringMatching(/^={{.*acknowledge/) as string,
	// Without it, n8n answers "firstEntryJson".
	responseData: 'noData',
};
const NODES: Array<[node: INodeType, flags: Record<string, unknown>, functions: string[]]> = [
	[new Club(), { usableAsTool: true, inputs: ['main'], sensitiveOutputFields: ['Password'] }, ['execute']],
	[new ClubTrigger(), { inputs: [], webhooks: [expect.objectContaining(WEBHOOK)] }, ['execute', 'webhook', 'webhookMethods']],
	[new ClubPollTrigger(), { inputs: [], polling: true }, ['execute', 'poll']],
];

/** Everything that makes n8n call a node in another way. */
const FLAGS = ['inputs', 'polling', 'sensitiveOutputFields', 'usableAsTool', 'webhooks'];
const FUNCTIONS = ['execute', 'poll', 'supplyData', 'trigger', 'webhook', 'webhookMethods'];

describe.each(NODES)('The node %#', (node, flags, functions) => {
	test('has the flags and the functions that n8n reads', () => {
		const { description } = node;
		const found = FLAGS.filter((flag) => flag in description).map((flag) => [flag, description[flag as keyof typeof description]]);
		expect(Object.fromEntries(found)).toEqual(flags);
		expect(FUNCTIONS.filter((name) => name in node)).toEqual(functions);
	});

	test('needs the credential, and tests it', () => {
		expect(node.description.credentials).toEqual([{ name: 'clubApi', required: true, testedBy: 'testClubApi' }]);
		expect(node.methods?.credentialTest).toHaveProperty('testClubApi');
	});
});

test('the hooks of the Club Trigger are all there', () => {
	expect(Object.keys(new ClubTrigger().webhookMethods.default)).toEqual(['checkExists', 'create', 'delete']);
});

test('the credential hides its keys, and takes no address from an item', () => {
	const { properties } = new ClubApi();
	const named = (isIt: (property: (typeof properties)[number]) => boolean | undefined) => properties.filter(isIt).map(({ name }) => name);
	expect(named(({ typeOptions }) => typeOptions?.password)).toEqual(['subscriptionKey', 'clubApiKey', 'secondarySubscriptionKey']);
	const perItem = ['subscriptionKey', 'clubApiKey', 'secondarySubscriptionKey', 'expectedClub', 'dailyCalls'];
	expect(named(({ typeOptions }) => typeOptions?.ignoreCredentialExpressionResolveError)).toEqual(perItem);
	expect(named(({ required }) => required)).toEqual(['baseUrl', 'subscriptionKey', 'clubApiKey']);
	expect(named(({ noDataExpression }) => noDataExpression)).toContain('baseUrl');
	expect(Object.fromEntries(properties.map((one) => [one.name, one.default]))).toMatchObject({
		allowedHttpRequestDomains: 'none',
		dailyCalls: 0,
	});
});
