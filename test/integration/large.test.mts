import type { ServerResponse } from 'node:http';
import { createGzip } from 'node:zlib';
import { testClub } from '../support/club.mts';
import { until } from '../support/waiting.mts';
import { serve } from './support/server.mts';

const club = testClub();

const MB = Buffer.alloc(1_000_000, ' ');

/** Sends so many million bytes before a profile, as fast as they are taken. */
function send(response: ServerResponse, isPacked: boolean, size: number): void {
	const body = isPacked ? createGzip() : response;
	if (isPacked) body.pipe(response);
	let sent = 0;
	const next = (): void => {
		if (response.destroyed) return;
		if (sent++ === size) return void body.end('{"ClubId":7,"Name":"Northside"}');
		if (body.write(MB)) setImmediate(next);
		else body.once('drain', next);
	};
	next();
}

describe('an answer of the club', () => {
	let server: Awaited<ReturnType<typeof serve>>;
	let requests = 0;

	beforeAll(async () => {
		server = await serve((request, response) => {
			requests++;
			const [, way, size] = request.url!.split('/');
			const isPacked = way === 'packed';
			response.writeHead(200, { 'content-type': 'application/json', ...(isPacked && { 'content-encoding': 'gzip' }) });
			send(response, isPacked, Number(size));
		});
	});
	beforeEach(() => (requests = 0));

	test.each(['plain/40', 'packed/40'])('of 40 MB is read (%s)', async (way) => {
		const { rows } = await club.run({ resource: 'club', operation: 'get' }, { credentials: { baseUrl: `${server.url}/${way}` } });
		expect(rows).toEqual([{ ClubId: 7, Name: 'Northside' }]);
	});

	test.each(['plain/60', 'packed/60'])('of 60 MB is given up at 50 MB, requested once, and its connection closed (%s)', async (way) => {
		const { error } = await club.run({ resource: 'club', operation: 'get' }, { credentials: { baseUrl: `${server.url}/${way}` } });
		expect(error).toMatchObject({ message: 'The answer is larger than 50 MB', failure: { cause: 'configuration-invalid' } });
		expect(error?.description).toBe('The Club API does not send such answers. Check the Base URL of the credential. (HTTP 200)');
		expect(requests).toBe(1);
		await until(() => server.open.size === 0);
	});

	test('of 60 MB to a change says that it may have been applied', async () => {
		const { error } = await club.run(
			{ resource: 'athlete', operation: 'setGuest', userId: 7, isGuest: true },
			{ credentials: { baseUrl: `${server.url}/plain/60` } },
		);
		expect(error?.message).toBe('The answer is larger than 50 MB');
		expect(error?.description).toMatch(/The change may have been applied\. Look it up before you send it again\./);
	});
});
