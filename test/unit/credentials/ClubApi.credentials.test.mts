import { ClubApi } from '../../../credentials/ClubApi.credentials';
import { OWN } from '../../../nodes/shared/transport/credential';

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
	])('%j gets both keys, and goes where it was checked to go', async (request, url) => {
		const signed = await sign({ ...request, headers: { Accept: 'application/json', 'X-Sub-Key': 'mine' } });
		expect(signed).toMatchObject({ url, headers: { Accept: 'application/json', 'X-Sub-Key': 'sub', Authorization: 'Bearer club' } });
		for (const name of ['uri', 'baseURL', OWN]) expect(Reflect.ownKeys(signed)).not.toContain(name);
	});

	test('may say which of the two subscription keys it carries', async () => {
		expect(await sign({ url: 'https://api.club.example/v1/Profile', [OWN]: { key: 'secondary' } })).toMatchObject({
			headers: { 'X-Sub-Key': 'second' },
		});
	});

	test.each([
		{ url: 'https://evil.example/collect' },
		{ uri: 'https://evil.example/collect' },
		{ url: 'http://api.club.example/v1/Profile' },
		{ url: 'https://api.club.example:444/v1/Profile' },
		{ url: 'https://api.club.example/v2/Profile' },
		{ url: 'https://api.club.example/v10' },
		{ url: 'https://api.club.example/' },
		{ url: 'https://api.club.example.evil.example/v1/Profile' },
		{ url: 'https://api.club.example@evil.example/v1/Profile' },
		{ url: 'https://user:pw@api.club.example/v1/Profile' },
		{ url: 'https://user@api.club.example/v1/Profile' },
		{ url: 'https://:pw@api.club.example/v1/Profile' },
		{ url: 'https://api.club.example/v1/../admin' },
		{ url: 'https://api.club.example/v1/%2e%2e/admin' },
		{ url: 'https://api.club.example/v1/..%2fadmin' },
		{ url: 'https://api.club.example/v1/a/..%252f..%255cadmin' },
		{ url: 'https://api.club.example/v1/a/..%25252fadmin' },
		{ url: 'https://api.club.example/v1/%/..%2f..%2fadmin' },
		{ url: 'https://api.club.example/v1/%ff/..%5C..%5Cadmin' },
		{ url: 'https://api.club.example/v1/..\\..\\admin' },
		{ url: 'https://api.club.example/v1/..;/admin' },
		{ url: 'https://api.club.example/v1/%2e%2e;/admin' },
		{ url: 'https://api.club.example/v1/a/..%3bx/admin' },
		{ url: 'https://api.club.example/v1/...' },
		{ url: 'https://api.club.example/v1/%c0%ae%c0%ae/admin' },
		{ url: 'https://api.club.example/v1/%25c0%25ae%25c0%25ae/admin' },
		{ url: 'https://api.club.example/v1/%e0%80%ae%E0%80%AE/admin' },
		{ url: 'https://api.club.example/v1/%u002e%u002e/admin' },
		{ url: 'https://api.club.example/v1/%U002E%uff0e/admin' },
		{ url: 'https://api.club.example/v1/%ef%bc%8e%ef%bc%8e/admin' },
		{ url: 'https://api.club.example/v1/\u2025/admin' },
		{ url: 'https://api.club.example/v1/a%ef%bc%8f../admin' },
		{ url: '//evil.example/v1' },
		{ url: '/Profile' },
		{ url: '' },
		{},
		{ url: 'https://evil.example', baseURL: 'https://api.club.example/v1' },
		{ url: '//evil.example/x', baseURL: 'https://api.club.example/v1' },
		{ url: '../admin', baseURL: 'https://api.club.example/v1' },
		{ url: '/v1/Profile', baseURL: 'https://evil.example' },
		{ url: '/Profile', baseURL: 'https://api.club.example/v1' },
		{ url: 'https://api.club.example/v1', uri: 'https://evil.example' },
	])('%j gets no key', async (request) => {
		await expect(sign(request)).rejects.toMatchObject({
			message: 'The keys of this credential are sent only to its Base URL',
			description: 'Use an address below the Base URL of the credential "Club API". Nothing was sent.',
		});
	});

	test.each([
		['none', false],
		[undefined, false],
		['', false],
		['All', false],
		['all', true],
		['domains', true],
	])('of another node gets keys only where the owner allows it: %p', async (allowedHttpRequestDomains, isAllowed) => {
		const credential = { ...KEYS, allowedHttpRequestDomains };
		const request = { url: 'https://api.club.example/v1/Profile' };
		if (isAllowed) expect(await sign(request, credential)).toHaveProperty('headers.X-Sub-Key', 'sub');
		else {
			await expect(sign(request, credential)).rejects.toMatchObject({
				message: 'This credential is for the Club nodes only',
				description: expect.stringMatching(/Club → Make API Call.*"Allowed HTTP Request Domains"\. Nothing was sent\.$/) as string,
			});
		}
		expect(await sign({ ...request, [OWN]: {} }, credential)).toHaveProperty('headers.X-Sub-Key', 'sub');
	});

	test('needs a Base URL that may be one', async () => {
		await expect(sign({ url: 'http://evil.example/Profile' }, { ...KEYS, baseUrl: 'http://evil.example' })).rejects.toThrow(
			/must start with https/,
		);
	});
});
