import { NodeHelpers, type INodeProperties, type INodePropertyOptions } from 'n8n-workflow';
import { ClubApi } from '../../../credentials/ClubApi.credentials';
import { OWN } from '../../../nodes/shared/transport/signing';

const KEYS = {
	baseUrl: ' https://api.club.example/v1/ ',
	subscriptionKey: 'sub',
	secondarySubscriptionKey: 'second',
	clubApiKey: 'club',
	allowedHttpRequestDomains: 'all',
};
const sign = async (request: object, credentials: object = KEYS) =>
	await new ClubApi().authenticate(credentials as never, request as never);

describe('a request with the credential', () => {
	test.each([
		[{ url: 'https://api.club.example/v1/Profile' }, 'https://api.club.example/v1/Profile'],
		[{ url: 'https://api.club.example/v1' }, 'https://api.club.example/v1'],
		[{ uri: 'https://API.club.example:443/v1/Athletes/7?x=1' }, 'https://api.club.example/v1/Athletes/7?x=1'],
		[{ url: 'https://api.club.example/v1/Athletes/100%25/%C3%A4/%' }, 'https://api.club.example/v1/Athletes/100%25/%C3%A4/%'],
		[{ url: 'https://api.club.example/v1/Profile', baseURL: 'https://api.club.example' }, 'https://api.club.example/v1/Profile'],
		[{ url: 'https://api.club.example/v1/.well/a..b/100%u/x' }, 'https://api.club.example/v1/.well/a..b/100%u/x'],
		[{ url: 'https://api.club.example/v1/Webhooks/Subscriptions/ws_1%2F2' }, 'https://api.club.example/v1/Webhooks/Subscriptions/ws_1%2F2'],
	])('%j gets both keys, at the URL that was checked', async (request, url) => {
		const signed = await sign({ ...request, headers: { Accept: 'application/json', 'X-Sub-Key': 'mine' } });
		expect(signed).toMatchObject({ url, headers: { Accept: 'application/json', 'X-Sub-Key': 'sub', Authorization: 'Bearer club' } });
		for (const name of ['uri', 'baseURL', OWN]) expect(Reflect.ownKeys(signed)).not.toContain(name);
	});

	test('may choose the secondary subscription key', async () => {
		expect(await sign({ url: 'https://api.club.example/v1/Profile', [OWN]: { key: 'secondary' } })).toMatchObject({
			headers: { 'X-Sub-Key': 'second' },
		});
	});

	const below = (...paths: string[]) => paths.map((path) => ({ url: `https://api.club.example/v1/${path}` }));

	test.each([
		...['https://evil.example/collect', '//evil.example/v1', '/Profile', '', 'https://api.club.example/'].map((url) => ({ url })),
		...['http://api.club.example/v1/Profile', 'https://api.club.example:444/v1/Profile'].map((url) => ({ url })),
		...['api.club.example.evil.example', 'api.club.example@evil.example'].map((host) => ({ url: `https://${host}/v1/Profile` })),
		...['user:pw', 'user', ':pw'].map((user) => ({ url: `https://${user}@api.club.example/v1/Profile` })),
		...['v2/Profile', 'v10'].map((path) => ({ url: `https://api.club.example/${path}` })),
		...below('../admin', '%2e%2e/admin', '..%2fadmin', '..\\..\\admin', '...'),
		...below('a/..%252f..%255cadmin', 'a/..%25252fadmin'),
		...below('%/..%2f..%2fadmin', '%ff/..%5C..%5Cadmin'),
		...below('..;/admin', '%2e%2e;/admin', 'a/..%3bx/admin'),
		// Dots that are written in too many bytes, in another way or as another letter.
		...below('%c0%ae%c0%ae/admin', '%25c0%25ae%25c0%25ae/admin', '%e0%80%ae%E0%80%AE/admin'),
		...below('%u002e%u002e/admin', '%U002E%uff0e/admin'),
		...below('%ef%bc%8e%ef%bc%8e/admin', '\u2025/admin', 'a%ef%bc%8f../admin'),
		{},
		{ uri: 'https://evil.example/collect' },
		...['https://evil.example', '//evil.example/x', '../admin', '/Profile'].map((url) => ({ url, baseURL: 'https://api.club.example/v1' })),
		{ url: '/v1/Profile', baseURL: 'https://evil.example' },
		{ url: 'https://api.club.example/v1', uri: 'https://evil.example' },
	])('%j gets no key', async (request) => {
		await expect(sign(request)).rejects.toMatchObject({
			message: 'The keys of this credential are sent only to its Base URL',
			description: 'Use an address below the Base URL of the credential "Club API". Nothing was sent.',
		});
	});

	const { properties } = new ClubApi();

	test('of another node can be allowed for all domains or for some', () => {
		const allowed = properties.find(({ name }) => name === 'allowedHttpRequestDomains')?.options as INodePropertyOptions[];
		expect(allowed.map(({ name, value }) => [name, value])).toEqual([
			['All', 'all'],
			['Specific Domains', 'domains'],
			['None', 'none'],
		]);
	});

	test.each([
		['none', false],
		[undefined, false],
		['', false],
		['All', false],
		['all', true],
		['domains', true],
	])('of another node gets keys only if the owner allows it: %p', async (value, isAllowed) => {
		const credential = { ...KEYS, allowedHttpRequestDomains: value };
		const allowedDomains = properties.find(({ name }) => name === 'allowedDomains');
		const request = { url: 'https://api.club.example/v1/Profile' };
		if (isAllowed) expect(await sign(request, credential)).toHaveProperty('headers.X-Sub-Key', 'sub');
		else {
			await expect(sign(request, credential)).rejects.toMatchObject({
				message: 'This credential is for the Club nodes only',
				description: expect.stringMatching(/Club → Make API Call.*"Allowed HTTP Request Domains"\. Nothing was sent\.$/) as string,
			});
		}
		expect(await sign({ ...request, [OWN]: {} }, credential)).toHaveProperty('headers.X-Sub-Key', 'sub');
		expect(NodeHelpers.displayParameter(credential, allowedDomains as INodeProperties, null, null)).toBe(value === 'domains');
	});
});
