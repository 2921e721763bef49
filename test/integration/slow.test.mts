import { skippedClub } from './support/skippedClub.mts';
import { until } from '../support/waiting.mts';
import { serve } from './support/server.mts';

const club = skippedClub();

/** The node gives an answer a minute in all; here it is over after so many bytes. */
const BYTES_OF_MINUTE = 5;

let calls = 0;
let server: Awaited<ReturnType<typeof serve>>;
const minutes: AbortController[] = [];

beforeAll(async () => {
	server = await serve((_request, response) => {
		calls++;
		response.writeHead(200, { 'content-type': 'application/json' });
		let bytes = 0;
		const dripping = setInterval(() => {
			response.write(' ');
			if (++bytes === BYTES_OF_MINUTE) minutes.splice(0).forEach((minute) => minute.abort());
		}, 30);
		response.on('close', () => clearInterval(dripping));
	});
	const real = AbortSignal.timeout.bind(AbortSignal);
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
		if (ms < 39_000) return real(ms);
		const minute = new AbortController();
		minutes.push(minute);
		return minute.signal;
	});
});

test('a club that sends single bytes slowly is given up after a minute for each call, and its connections are closed', async () => {
	const { error } = await club.run({ resource: 'club', operation: 'get' }, { credentials: { baseUrl: server.url } });
	expect(error).toMatchObject({ message: 'The club did not answer', failure: { cause: 'temporarily-unavailable' } });
	expect(error?.description).toMatch(/\(ETIMEDOUT\)/);
	await until(() => server.open.size === 0);
	// A model has no time for a second one.
	calls = 0;
	const told = await club.run({ resource: 'club', operation: 'get' }, { credentials: { baseUrl: server.url }, tool: true });
	expect([told.error?.message, calls]).toEqual([expect.stringContaining('The club did not answer'), 1]);
});
