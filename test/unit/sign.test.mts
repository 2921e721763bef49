import { ClubApi } from '../../credentials/ClubApi.credentials';
import { OWN } from '../../nodes/shared/transport/credential';

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
		[{ url: '/Profile', baseURL: 'https://api.club.example/v1' }, 'https://api.club.example/v1/Profile'],
		[{ url: 'Profile', baseURL: 'https://api.club.example/v1/' }, 'https://api.club.example/v1/Profile'],
		[{ url: ' /Profile ', baseURL: 'https://api.club.example/v1' }, 'https://api.club.example/v1/Profile'],
		[{ url: null, baseURL: 'https://api.club.example/v1' }, 'https://api.club.example/v1/'],
		[{ url: 'https://api.club.example/v1/Athletes/100%25/%C3%A4/%' }, 'https://api.club.example/v1/Athletes/100%25/%C3%A4/%'],
		[{ url: 'https://api.club.example/v1/Profile', baseURL: 'https://api.club.example' }, 'https://api.club.example/v1/Profile'],
		[{ url: 'https://api.club.example/v1/.well/a..b/100%u/x' }, 'https://api.club.example/v1/.well/a..b/100%u/x'],
		[{ url: 'https://api.club.example/v1/Webhooks/Subscriptions/ws_1%2F2' }, 'https://api.club.example/v1/Webhooks/Subscriptions/ws_1%2F2'],
	])('%j gets both keys, and goes where it was checked to go', async (request, url) => {
		const signed = await sign({ ...request, headers: { Accept: 'application/json', 'X-Sub-Key': 'mine' } });
		expect(signed).toMatchObject({ url, headers: { Accept: 'application/json', 'X-Sub-Key': 'sub', Authorization: 'Bearer club' } });
		for (const name of ['uri', 'baseURL', OWN]) expect(Reflect.ownKeys(signed)).not.toContain(name);
	});

	test("follows no redirect, and takes no certificate that does not hold, in either kind of n8n's requests", async () => {
		const loose = {
			skipSslCertificateValidation: true,
			rejectUnauthorized: false,
			followRedirect: true,
			followAllRedirects: true,
			maxRedirects: 9,
		};
		expect(await sign({ url: 'https://api.club.example/v1/Profile', ...loose })).toMatchObject({
			disableFollowRedirect: true,
			maxRedirects: 0,
			followRedirect: false,
			followAllRedirects: false,
			skipSslCertificateValidation: false,
			rejectUnauthorized: true,
		});
	});

	test.each([undefined, 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'post'])('may have the method %p', async (method) => {
		expect(await sign({ url: 'https://api.club.example/v1/Profile', method })).toMatchObject({ method: (method ?? 'GET').toUpperCase() });
	});

	test.each(['TRACE', 'track', 'CONNECT', 'OPTIONS', 'HEAD', 'GET / HTTP/1.1', ''])(
		'with the method %p gets no key, since a server may give it back',
		async (method) => {
			await expect(sign({ url: 'https://api.club.example/v1/Profile', method })).rejects.toMatchObject({
				message: 'The keys of this credential are sent only with GET, POST, PUT, PATCH and DELETE',
				description: 'Choose one of these methods. Nothing was sent.',
			});
		},
	);

	test('keeps no header that may take it to somebody else', async () => {
		const headers = {
			Host: 'tenant.example',
			'X-Forwarded-Host': 'tenant.example',
			accept: 'text/plain',
			'content-Type': false,
			Cookie: 'a=b',
		};
		expect((await sign({ url: 'https://api.club.example/v1/Profile', headers })).headers).toEqual({
			accept: 'text/plain',
			'content-Type': false,
			'X-Sub-Key': 'sub',
			Authorization: 'Bearer club',
		});
	});

	test("takes a client's certificate along, and no authority, socket or check of its own", async () => {
		const certificate = { cert: 'c', key: 'k', passphrase: 'p' };
		const agentOptions = { ...certificate, ca: 'own', socketPath: '/tmp/s', rejectUnauthorized: false, servername: 'evil.example' };
		expect((await sign({ url: 'https://api.club.example/v1/Profile', agentOptions })).agentOptions).toEqual(certificate);
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
		{ url: 'https://api.club.example/v1', uri: 'https://evil.example' },
		{ url: 'https://evil.example', uri: 'https://api.club.example/v1' },
	])('%j gets no key', async (request) => {
		await expect(sign(request)).rejects.toMatchObject({
			message: 'The keys of this credential are sent only to its Base URL',
			description: 'Use an address below the Base URL of the credential "Club API". Nothing was sent.',
		});
	});

	test.each([
		['none', undefined, false],
		[undefined, undefined, false],
		['', 'api.club.example', false],
		['All', undefined, false],
		['all', undefined, true],
		['all', 'other.example', true],
		['domains', undefined, false],
		['domains', ' , ', false],
		['domains', 'other.example, API.club.example.', true],
		['domains', '*.example', true],
		['domains', ' *.Club.example ,', true],
		['domains', '*.api.club.example', false],
		['domains', 'club.example', false],
		['domains', '*ub.example', false],
	])('of another node gets keys only where the owner allows it: %p, %p', async (allowedHttpRequestDomains, allowedDomains, isAllowed) => {
		const credential = { ...KEYS, allowedHttpRequestDomains, allowedDomains };
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

	test('does not go through a proxy of whoever makes it', async () => {
		await expect(sign({ url: 'https://api.club.example/v1/Profile', proxy: 'http://evil.example:8080' })).rejects.toMatchObject({
			message: 'The keys of this credential are not sent through a proxy',
			description: 'Remove the proxy from this request. Nothing was sent.',
		});
	});

	test('needs a Base URL that may be one', async () => {
		await expect(sign({ url: 'http://evil.example/Profile' }, { ...KEYS, baseUrl: 'http://evil.example' })).rejects.toThrow(
			/must start with https/,
		);
	});
});
