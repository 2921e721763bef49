import { assertReachable, destinationOf, isSecret, newSecret, partsOf, sameSecret } from '../../../nodes/ClubTrigger/destination';
import { isPublicAddress } from '../../../nodes/shared/transport/publicAddress';

const CLUB = 'https://api.club.example';
const SANDBOX = 'http://127.0.0.1:8787';

describe('the address that the club is given', () => {
	test('carries a secret that nobody can guess, and comes apart again', () => {
		const secret = newSecret();
		expect(isSecret(secret)).toBe(true);
		expect(newSecret()).not.toBe(secret);
		const address = 'https://n8n.example/webhook/6f0c/events';
		const destination = destinationOf(address, secret);
		expect(destination).toBe(`${address}?token=${secret}`);
		expect(partsOf(destination)).toEqual({ address, secret });
	});

	test('a secret is compared as a whole', () => {
		const secret = newSecret();
		expect(sameSecret(secret, `${secret}`)).toBe(true);
		expect(sameSecret(secret, secret.slice(0, -1))).toBe(false);
		expect(sameSecret(secret, '')).toBe(false);
	});

	test.each([undefined, '', 'short', ['a'], `${'a'.repeat(42)}/`])('%j is no secret of ours', (value) => expect(isSecret(value)).toBe(false));
});

describe('whom the club can reach', () => {
	test.each([
		'http://n8n.example/webhook/1/events',
		'https://localhost/webhook',
		'https://sub.localhost./x',
		'https://n8n/webhook',
		'https://n8n.local/webhook',
		'https://n8n.internal/webhook',
		'https://10.1.2.3/webhook',
		'https://127.9.9.9/webhook',
		'https://0x7f.1/webhook',
		'https://2130706433/webhook',
		'https://172.20.0.1/webhook',
		'https://192.168.1.1/webhook',
		'https://169.254.169.254/latest',
		'https://100.64.0.1/x',
		'https://0.0.0.0/x',
		'https://224.0.0.1/x',
		'https://[::1]/x',
		'https://[::]/x',
		'https://[::ffff:10.0.0.1]/x',
		'https://[fd00::1]/x',
		'https://[fe80::1]/x',
		'https://[64:ff9b::a00:1]/x',
		'https://user:pw@n8n.example/x',
		'ftp://n8n.example/x',
		'not an address',
		'',
	])('not %s', (address) => expect(isPublicAddress(address, CLUB)).toBe(false));

	test.each(['https://n8n.example/webhook/1/events', 'https://n8n.example:8443/x', 'https://8.8.8.8/x', 'https://172.32.0.1/x', 'https://[2606:4700::1111]/x'])(
		'%s',
		(address) => expect(isPublicAddress(address, CLUB)).toBe(true),
	);

	test('beside a sandbox on this machine, http and loopback too', () => {
		expect(isPublicAddress('http://localhost:5678/webhook/1/events', SANDBOX)).toBe(true);
		expect(isPublicAddress('http://192.168.1.1/webhook', SANDBOX)).toBe(false);
	});

	test('a user reads which setting to change', () => {
		expect(() => assertReachable('http://localhost:5678/webhook/1/events', CLUB)).toThrow(
			expect.objectContaining({ message: expect.stringContaining('localhost:5678'), description: expect.stringContaining('WEBHOOK_URL') }),
		);
	});
});
