import { credentialHeaders, currentSubscriptionKey, fingerprint, normalizeBaseUrl, rotateSubscriptionKey } from '../../nodes/shared/credential';

describe('the base URL', () => {
	test.each([
		[' https://api.example.com/v1/// ', 'https://api.example.com/v1'],
		['https://API.example.com', 'https://api.example.com'],
		['http://127.0.0.1:8787/', 'http://127.0.0.1:8787'],
		['http://localhost:8787', 'http://localhost:8787'],
		['http://[::1]:8787', 'http://[::1]:8787'],
	])('%p is forgiven', (raw, wanted) => expect(normalizeBaseUrl(raw)).toBe(wanted));

	test.each(['', 'api.example.com', 'ftp://api.example.com', 'javascript:alert(1)', undefined])('%p is no address', (raw) => {
		expect(() => normalizeBaseUrl(raw)).toThrow(/not a web address/);
	});

	test.each(['http://api.example.com', 'http://192.168.1.4', 'http://127.0.0.1.example.com'])('%p must be https', (raw) => {
		expect(() => normalizeBaseUrl(raw)).toThrow(/must start with https/);
	});

	test.each(['https://user:pw@api.example.com', 'https://api.example.com?key=1', 'https://api.example.com/#a'])('%p holds too much', (raw) => {
		expect(() => normalizeBaseUrl(raw)).toThrow(/holds more than an address/);
	});
});

describe('the keys', () => {
	const credential = { baseUrl: 'https://a.example', subscriptionKey: ' one ', secondarySubscriptionKey: 'two', clubApiKey: ' club ' };

	test('travel as the two headers, without the spaces of a paste', () => {
		expect(credentialHeaders({ ...credential, subscriptionKey: ' first ' })).toEqual({ 'X-Sub-Key': 'first', Authorization: 'Bearer club' });
	});

	test('a refused key gives way to the other one, once for all that were refused together', () => {
		expect(currentSubscriptionKey(credential)).toBe('one');
		expect(rotateSubscriptionKey(credential, 'one')).toBe(true);
		expect(rotateSubscriptionKey(credential, 'one')).toBe(true);
		expect(currentSubscriptionKey(credential)).toBe('two');
		expect(rotateSubscriptionKey(credential, 'two')).toBe(true);
		expect(currentSubscriptionKey(credential)).toBe('one');
	});

	test.each([undefined, '', '  ', 'alone'])('with %p as second key there is nothing to turn to', (secondarySubscriptionKey) => {
		expect(rotateSubscriptionKey({ ...credential, subscriptionKey: 'alone', secondarySubscriptionKey }, 'alone')).toBe(false);
	});

	test('a fingerprint tells secrets apart and shows none', () => {
		expect(fingerprint('a', 'b')).not.toBe(fingerprint('ab', ''));
		expect(fingerprint('secret-key')).toMatch(/^[0-9a-f]{64}$/);
	});
});
