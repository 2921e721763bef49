import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { skipWaits } from './matrix/support/time.mts';
import { testClub } from '../support/club.mts';
import { until } from '../support/waiting.mts';

skipWaits();

const club = testClub();

/** The node gives an answer a minute in all; here it is over after so many bytes. */
const BYTES_OF_MINUTE = 5;

describe('a club that sends single bytes slowly', () => {
	let server: Server;
	let baseUrl = '';
	const open = new Set<Socket>();
	const minutes: AbortController[] = [];

	beforeAll(async () => {
		server = createServer((_request, response) => {
			response.writeHead(200, { 'content-type': 'application/json' });
			let bytes = 0;
			const dripping = setInterval(() => {
				response.write(' ');
				if (++bytes === BYTES_OF_MINUTE) minutes.splice(0).forEach((minute) => minute.abort());
			}, 30);
			response.on('close', () => clearInterval(dripping));
		});
		server.on('connection', (socket) => {
			open.add(socket);
			socket.on('close', () => open.delete(socket));
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
		const real = AbortSignal.timeout.bind(AbortSignal);
		jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
			if (ms !== 60_000) return real(ms);
			const minute = new AbortController();
			minutes.push(minute);
			return minute.signal;
		});
	});
	afterAll(() => server.close());

	test('is given up after a minute for each call, and its connections are closed', async () => {
		const { error } = await club.run({ resource: 'club', operation: 'get' }, { credentials: { baseUrl } });
		expect(error).toMatchObject({ message: 'The club did not answer', failure: { cause: 'temporarily-unavailable' } });
		expect(error?.description).toMatch(/\(ETIMEDOUT\)/);
		await until(() => open.size === 0);
	});
});
