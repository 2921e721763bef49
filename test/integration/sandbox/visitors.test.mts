import { request, type OutgoingHttpHeaders } from 'node:http';
import { server } from './support/server.mts';

/** Who may talk to the sandbox, asked without the nodes: the programs of this machine, and the sandbox's own page. */

const club = server();

/** The status of a request with these headers, which a browser sets for the page that makes it. */
const statusOf = async (method: string, path: string, headers: OutgoingHttpHeaders): Promise<number> =>
	await new Promise((resolve, reject) => {
		const asked = request(`${club.sandbox.url}${path}`, { method, headers }, (answer) => {
			answer.destroy();
			resolve(answer.statusCode ?? 0);
		});
		asked.once('error', reject).end();
	});

const own = () => new URL(club.sandbox.url).host;
const PLACES: ReadonlyArray<[string, string]> = [
	['GET', '/'],
	['GET', '/_sandbox/state'],
	['GET', '/_sandbox/webhooks'],
	['GET', '/_sandbox/page/glance'],
	['POST', '/_sandbox/spend/50'],
	['POST', '/_sandbox/act/awardBadge'],
	['POST', '/_sandbox/page/happenings/awardBadge'],
	['GET', '/Profile'],
];

describe.each(PLACES)('%s %s', (method, path) => {
	test('is refused to a page whose own domain points to this address', async () => {
		for (const host of ['evil.example', `evil.example:${own().split(':')[1]}`, '127.0.0.1.evil.example', 'localhost.evil.example'])
			expect([host, await statusOf(method, path, { host })]).toEqual([host, 403]);
	});

	test('is refused to a page of another origin', async () => {
		for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1', `https://${own()}`, `http://${own()}.evil.example`])
			expect([origin, await statusOf(method, path, { origin })]).toEqual([origin, 403]);
	});

	test('is open to programs and to the page of the sandbox', async () => {
		const local = `localhost:${own().split(':')[1]}`;
		for (const headers of [{}, { origin: `http://${own()}` }, { host: local }, { host: local, origin: `http://${local}` }])
			expect([headers, await statusOf(method, path, headers)]).not.toEqual([headers, 403]);
	});
});

test('a picture is shown in a mail without an origin, but not under a foreign host name', async () => {
	const picture = '/_sandbox/pictures/badge-70.webp';
	expect(await statusOf('GET', picture, { origin: 'null' })).toBe(200);
	expect(await statusOf('GET', picture, { host: 'evil.example' })).toBe(403);
	expect(await statusOf('GET', '/_sandbox/pictures/../webhooks', { origin: 'null' })).not.toBe(200);
});

test('refused requests change nothing', async () => {
	const { size } = club.sandbox.club.awards;
	await statusOf('POST', '/_sandbox/act/awardBadge', { origin: 'https://evil.example' });
	expect(club.sandbox.club.awards.size).toBe(size);
	expect(club.sandbox.requests.filter(({ status }) => status === 403)).toEqual([]);
});
