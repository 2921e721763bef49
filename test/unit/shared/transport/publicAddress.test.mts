import { isLoopback, isPublicAddress, isPublicHost } from '../../../../nodes/shared/transport/publicAddress';

const CLUB = 'https://api.club.example';
const SANDBOX = 'http://127.0.0.1:8787';

/** What is private, and its neighbours that are public. */
const HOSTS: Array<[inside: string[], outside: string[]]> = [
	[['0.0.0.0', '0.255.0.1'], ['1.0.0.0']],
	[
		['10.0.0.0', '10.255.255.255'],
		['9.255.0.1', '11.0.0.1', '8.10.0.1', '110.0.0.1', '210.1.1.1', '10.example.com', '10.0.0.1.example.com'],
	],
	[
		['100.64.0.1', '100.69.0.1', '100.70.0.1', '100.89.0.1', '100.99.0.1', '100.100.0.1', '100.119.0.1', '100.120.0.1', '100.127.0.1'],
		['100.63.0.1', '100.128.0.1', '100.130.0.1', '100.6.0.1', '100.7.0.1'],
	],
	[
		['127.0.0.1', '127.255.0.1'],
		['126.0.0.1', '128.0.0.1', '12.7.0.1', '127.0.example.com'],
	],
	[['169.254.0.1'], ['169.253.0.1', '169.25.4.1', '168.254.0.1', '169.254.a.b']],
	[
		['172.16.0.1', '172.19.0.1', '172.20.0.1', '172.29.0.1', '172.30.0.1', '172.31.0.1'],
		['172.15.0.1', '172.32.0.1', '172.2.0.1', '172.1.6.1'],
	],
	[
		['192.0.0.1', '192.168.0.1'],
		['192.0.1.1', '192.167.0.1', '192.169.0.1', '192.16.8.1', '192.168.example'],
	],
	[
		['198.18.0.1', '198.19.0.1'],
		['198.17.0.1', '198.20.0.1', '198.1.9.1'],
	],
	[
		['224.0.0.1', '229.0.0.1', '230.0.0.1', '239.0.0.1', '240.0.0.1', '255.255.255.255'],
		['223.0.0.1', '22.4.0.1', '23.1.0.1', '25.5.0.1', '2.2.4.1'],
	],
	// The address of Azure’s platform, which answers from inside.
	[['168.63.129.16'], ['168.63.129.17', '168.63.129.1']],
	[
		['localhost', 'a.localhost', 'localhost.localdomain', 'n8n.local', 'N8N.LOCAL', 'n8n.local.', 'n8n', 'n8n.'],
		['localhost.example', 'local.example', 'n8n.thelocal', 'n8n.example', 'n8n.example.'],
	],
	[
		['n8n.lan', 'n8n.internal', 'db.private', 'n8n.intranet', 'n8n.corp', 'nas.home', 'n8n.default.svc', 'home.arpa', 'n8n.home.arpa'],
		['n8n.mycorp', 'n8n.home-arpa', 'n8n.homeXarpa', 'arpa.example'],
	],
	[
		['[::]', '[::1]', '[::ffff:a00:1]', '[::ffff:7f00:1]'],
		['[1:fc00::1]', '[2606:4700::1111]'],
	],
	[
		['[fc00::1]', '[fd12::1]', '[fdff::1]'],
		['[fb00::1]', '[fc::1]'],
	],
	[
		['[fe80::1]', '[fe9f::1]', '[fea0::1]', '[feff::1]', '[ff02::1]'],
		['[fe7f::1]', '[fe8::1]'],
	],
	[['[64:ff9b::a00:1]', '[64:ff9b:1::a00:1]'], ['[64:ff9c::1]']],
	[['[2002:a00:1::]'], ['[20:2::1]']],
	[
		['[2001::1]', '[2001:0:4136:e378:8000:63bf:3fff:fdd2]', '[2001:10::1]', '[2001:1ff::1]'],
		['[2001:200::1]', '[2001:db8::1]', '[2001:4860:4860::8888]'],
	],
	[['[100::1]'], ['[100:1::]', '[1001::1]']],
];

describe('a public host', () => {
	test.each(HOSTS.flatMap(([inside]) => inside))('is not %s', (host) => expect(isPublicHost(host)).toBe(false));
	test.each(HOSTS.flatMap(([, outside]) => outside))('may be %s', (host) => expect(isPublicHost(host)).toBe(true));
});

describe('isLoopback: this machine', () => {
	test.each([
		[
			['localhost', 'LOCALHOST'],
			['localhost.example', 'xlocalhost'],
		],
		[
			['127.0.0.1', '127.1.22.255'],
			['127.0.0.1.example', '127.0.0', '127.0.0.1.1', '127.0.0.1234', '127.a.0.1', '127.0.0.', '1127.0.0.1', '127x0.0.1'],
		],
		[['[::1]'], ['[::2]', 'x[::1]', '[::1]x']],
	])('is %j, not %j', (here, elsewhere) => {
		expect(here.filter((host) => !isLoopback(host))).toEqual([]);
		expect(elsewhere.filter(isLoopback)).toEqual([]);
	});
});

describe('isPublicAddress: an address that a club can reach', () => {
	test.each(['http://localhost:1', 'https://localhost', 'http://[::1]/x'])('for a sandbox can be %s too', (address) => {
		expect(isPublicAddress(address, SANDBOX)).toBe(true);
		expect(isPublicAddress(address, CLUB)).toBe(false);
	});

	test.each([
		'ftp://localhost',
		'xhttp://localhost',
		'https2://localhost',
		'http://n8n.example',
		'https://user@localhost',
		'https://:pw@localhost',
	])('is never %s', (address) => {
		expect(isPublicAddress(address, SANDBOX)).toBe(false);
		expect(isPublicAddress(address, CLUB)).toBe(false);
	});

	test.each(['https://user@n8n.example', 'https://:pw@n8n.example'])('has no user name or password, as %s does', (address) =>
		expect(isPublicAddress(address, CLUB)).toBe(false),
	);
});
