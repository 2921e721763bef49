import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { skipWaits } from './matrix/support/time.mts';
import { testClub } from '../support/club.mts';
import { until } from './trigger/clock.mts';

skipWaits();

const club = testClub();

/** The node gives an answer a minute in all; here a minute is short. */
const MINUTE_MS = 300;

describe('a club that sends a byte now and then', () => {
	let server: Server;
	let baseUrl = '';
	const open = new Set<Socket>();

	beforeAll(async () => {
		server = createServer((_request, response) => {
			response.writeHead(200, { 'content-type': 'application/json' });
			const dripping = setInterval(() => response.write(' '), 30);
			response.on('close', () => clearInterval(dripping));
		});
		server.on('connection', (socket) => {
			open.add(socket);
			socket.on('close', () => open.delete(socket));
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
		const real = AbortSignal.timeout.bind(AbortSignal);
		jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => real(ms === 60_000 ? MINUTE_MS : ms));
	});
	afterAll(() => server.close());

	test('is given up after a minute for each call, and its connections are closed', async () => {
		const { error } = await club.run({ resource: 'profile', operation: 'get' }, { credentials: { baseUrl } });
		expect(error).toMatchObject({ message: 'The club did not answer', failure: { cause: 'temporarily-unavailable' } });
		expect(error?.description).toMatch(/\(ETIMEDOUT\)/);
		await until(() => open.size === 0);
	});
});
