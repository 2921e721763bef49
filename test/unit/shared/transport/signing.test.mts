import { NodeHelpers } from 'n8n-workflow';
import { ClubApi } from '../../../../credentials/ClubApi.credentials';
import { credentialHeaders, currentKey, keepKey, normalizeBaseUrl, otherKey } from '../../../../nodes/shared/transport/signing';
import { fingerprint } from '../../../../nodes/shared/transport/process';
import { trimmed } from '../../../../nodes/shared/transport/credential';

describe('the base URL', () => {
	test.each([
		[' https://api.example.com/v1/// ', 'https://api.example.com/v1'],
		['https://API.example.com', 'https://api.example.com'],
		['\u00a0https://api.example.com\u00a0', 'https://api.example.com'],
		['http://127.0.0.1:8787/', 'http://127.0.0.1:8787'],
		['http://localhost:8787', 'http://localhost:8787'],
		['http://[::1]:8787', 'http://[::1]:8787'],
	])('%p is corrected', (raw, wanted) => expect(normalizeBaseUrl(raw)).toBe(wanted));

	test.each([
		'',
		'api.example.com',
		'ftp://api.example.com',
		'xhttp://a.example',
		'https2://a.example',
		'javascript:alert(1)',
		undefined,
		null,
	])('%p is not a URL', (raw) => {
		expect(() => normalizeBaseUrl(raw)).toThrow(/not a web address/);
	});

	test.each(['http://api.example.com', 'http://192.168.1.4', 'http://127.0.0.1.example.com'])('%p must be https', (raw) => {
		expect(() => normalizeBaseUrl(raw)).toThrow(/must start with https/);
	});

	test.each(['https://192.168.1.4/v1', 'https://club', 'https://club.internal', 'https://[fd00::1]/v1', 'https://127.0.0.1.nip.lan'])(
		'%p must be public',
		(raw) => {
			expect(() => normalizeBaseUrl(raw)).toThrow(/is in a private network/);
		},
	);

	test.each([
		['club', 'Enter the address of the Club Integration API in the credential, for example https://api.example.com/v1.'],
		['https://a.example?x', 'Enter it without a user name, a question mark or a hash sign. The keys have their own fields.'],
		[
			'https://10.0.0.1',
			'Enter the public address of the Club Integration API. Only a sandbox on this machine can have a private address.',
		],
		['http://a.example', 'Each request carries both keys, so http is allowed only for a sandbox on this machine.'],
	])('of %s fails with a message that says what to correct', (raw, description) => {
		expect(() => normalizeBaseUrl(raw)).toThrow(expect.objectContaining({ description }) as Error);
	});

	test.each([
		'https://user@api.example.com',
		'https://:pw@api.example.com',
		'https://user:pw@api.example.com',
		'https://api.example.com?key=1',
		'https://api.example.com/#a',
	])('%p has parts that it must not have', (raw) => {
		expect(() => normalizeBaseUrl(raw)).toThrow(/contains more than an address/);
	});
});

test.each(['={{ $json.url }}', '=https://{{ $json.host }}/v1', '={{ "https://evil.example" }}'])(
	'an expression as base URL (%p) is refused, since its source would decide where the keys go',
	(baseUrl) => {
		const { properties } = new ClubApi();
		// What n8n does with the stored entries before it resolves the expressions among them.
		const entries = NodeHelpers.getNodeParameters(properties, { baseUrl, clubApiKey: '={{ $json.key }}' }, true, false, null, null);
		expect(entries?.clubApiKey).toBe('={{ $json.key }}');
		expect(String(entries?.baseUrl)).not.toMatch(/^=/);
		expect(() => normalizeBaseUrl(entries?.baseUrl)).toThrow(/is not a web address/);
	},
);

describe('the keys', () => {
	const credential = { baseUrl: 'https://a.example', subscriptionKey: 'one', secondarySubscriptionKey: 'two', clubApiKey: 'club' };

	test('are sent as two headers, without pasted spaces', () => {
		const pasted = trimmed({
			...credential,
			subscriptionKey: ' first\n',
			secondarySubscriptionKey: '\t"X-Sub-Key: second"',
			clubApiKey: "Bearer 'club' ",
		});
		expect(credentialHeaders(pasted)).toEqual({ 'X-Sub-Key': 'first', Authorization: 'Bearer club' });
		expect(credentialHeaders(pasted, 'secondary')).toHaveProperty('X-Sub-Key', 'second');
		expect(pasted.baseUrl).toBe('https://a.example');
	});

	test('are sent as empty headers if they are missing', () => {
		const none = trimmed({ baseUrl: 'https://a.example' } as unknown as typeof credential);
		for (const name of ['primary', 'secondary'] as const)
			expect(credentialHeaders(none, name)).toEqual({ 'X-Sub-Key': '', Authorization: 'Bearer ' });
	});

	test('are remembered for one pair only, and not without a second key', () => {
		const pair = { ...credential, subscriptionKey: 'p', secondarySubscriptionKey: 'q' };
		expect(currentKey(pair)).toBe('primary');
		keepKey(pair, 'secondary');
		expect(credentialHeaders(pair)['X-Sub-Key']).toBe('q');
		for (const secondarySubscriptionKey of ['r', '', undefined])
			expect(credentialHeaders({ ...pair, secondarySubscriptionKey })['X-Sub-Key']).toBe('p');
		expect(currentKey({ ...pair, subscriptionKey: 'o' })).toBe('primary');
		keepKey(pair, 'primary');
		expect(currentKey(pair)).toBe('primary');
	});

	test('replace each other', () => {
		expect([otherKey(credential, 'primary'), otherKey(credential, 'secondary')]).toEqual(['secondary', 'primary']);
	});

	test.each([undefined, '', '  ', 'alone', ' alone '])('with %p as second key have no replacement', (secondarySubscriptionKey) => {
		for (const subscriptionKey of ['alone', ' alone '])
			expect(otherKey(trimmed({ ...credential, subscriptionKey, secondarySubscriptionKey }), 'primary')).toBeUndefined();
	});

	test('have a fingerprint that differs for each secret and does not contain it', () => {
		expect(fingerprint('a', 'b')).not.toBe(fingerprint('ab', ''));
		expect(fingerprint('secret-key')).toMatch(/^[0-9a-f]{64}$/);
	});
});
