import { testClub } from '../support/club.mts';
import { serve } from './support/server.mts';

describe('keys that the club repeats', () => {
	const club = testClub({ athletes: 50 });
	let url: string;

	/** A server that returns each request to its sender, as a debugging proxy does, with a status. */
	beforeAll(async () => {
		({ url } = await serve(({ headers, url: path = '' }, response) => {
			response.writeHead(path.startsWith('/refused') ? 400 : 200, { 'content-type': 'application/json' });
			response.end(
				JSON.stringify({ Message: `You sent ${String(headers.authorization)} and ${String(headers['x-sub-key'])}`, ...headers }),
			);
		}));
	});

	const read = { resource: 'club', operation: 'get' };
	const call = { resource: 'club', operation: 'call', method: 'GET', path: '/Profile' };

	test('are hidden in the item of Make API Call', async () => {
		const { rows } = await club.run(call, { credentials: { baseUrl: url } });
		expect(rows[0]).toMatchObject({ Message: 'You sent Bearer *** and ***', authorization: 'Bearer ***', 'x-sub-key': '***' });
	});

	test.each(['0123456789012345', 'a"b\\c\'d"efgh', '$&$1$$-$`payload', 'k'.repeat(500)])(
		'such as %j are hidden in an error and in the answer to Make API Call',
		async (key) => {
			const credentials = { clubApiKey: key, subscriptionKey: `${key}-2` };
			expect((await club.run(call, { credentials: { baseUrl: url, ...credentials } })).rows[0].Message).toBe('You sent Bearer *** and ***');
			expect((await club.run(read, { credentials: { baseUrl: `${url}/refused`, ...credentials } })).error?.message).toBe(
				'You sent Bearer *** and ***',
			);
		},
	);
});
