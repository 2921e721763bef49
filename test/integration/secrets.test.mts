import { testClub } from '../support/club.mts';
import { parametersOf } from '../support/node.mts';
import { expectNoKeyInAddresses, expectNoSecretIn } from '../support/secrets.mts';
import { serve } from './support/server.mts';

describe('every run of the node is searched', () => {
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

	test('and fails the test if a key is in an item', () => {
		const outcome = { output: [[{ json: { Message: club.sandbox.keys.clubApiKey } }]], rows: [], runs: [], hints: [] };
		expect(() => expectNoSecretIn(outcome, club.sandbox)).toThrow('The output of the node must not hold');
	});

	test('and finds no key in the item of Make API Call, even if the club repeats it', async () => {
		const { rows } = await club.run(call, { credentials: { baseUrl: url } });
		expect(rows[0]).toMatchObject({ Message: 'You sent Bearer *** and ***', authorization: 'Bearer ***', 'x-sub-key': '***' });
	});

	test('and finds no key in an error, even if the club repeats it', async () => {
		const { error } = await club.run(read, { credentials: { baseUrl: `${url}/refused` } });
		expect(error?.message).toBe('You sent Bearer *** and ***');
	});

	test.each(['0123456789012345', 'a"b\\c\'d"efgh', '$&$1$$-$`payload', 'k'.repeat(500)])(
		'and finds no key such as %j, in an error or in the answer to Make API Call',
		async (key) => {
			const credentials = { clubApiKey: key, subscriptionKey: `${key}-2` };
			expect((await club.run(call, { credentials: { baseUrl: url, ...credentials } })).rows[0].Message).toBe('You sent Bearer *** and ***');
			expect((await club.run(read, { credentials: { baseUrl: `${url}/refused`, ...credentials } })).error?.message).toBe(
				'You sent Bearer *** and ***',
			);
		},
	);

	test('and finds a password of an athlete only where it was requested', async () => {
		const create = (additionalFields: object) => parametersOf('athlete.create', { email: '={{ $json.email }}', additionalFields });
		const { rows } = await club.run(create({ setPasswordOnCreate: 'pass-1234', showPasswordOnCreate: true }), {
			items: [{ email: 'one@example.com' }],
		});
		expect(rows[0].Password).toBe('pass-1234');
		const named = create({ setPasswordOnCreate: 'pass-1234', firstMidName: 'pass-1234' });
		const silent = await club.run(named, { items: [{ email: 'two@example.com' }] }).catch((error: Error) => error.message);
		expect(silent).toBe('The output of the node must not hold the password of an athlete');
	});

	test('including the requested URLs', async () => {
		await club.run(read);
		expect(expectNoKeyInAddresses).not.toThrow();
		await fetch(`${club.sandbox.url}/Profile?key=${club.sandbox.keys.clubApiKey}`);
		await club.run(read);
		expect(expectNoKeyInAddresses).toThrow('GET /Profile');
	});
});
