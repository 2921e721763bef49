import { testClub } from '../support/club.mts';
import { serve } from './support/server.mts';

const club = testClub();
const call = (method: string, path: string, more = {}) => ({ resource: 'club', operation: 'call', method, path, ...more });

describe('Make API Call', () => {
	test('reads a record, with the query unchanged', async () => {
		const [{ UserId, Email }] = club.athletes();
		const { rows } = await club.run(
			call('GET', '/Athletes/ByEmail', { query: JSON.stringify({ email: Email }), options: { fields: 'UserId' } }),
		);
		expect(rows).toEqual([{ UserId }]);
	});

	test('reads all pages with Return All, one item for each row, or else one page unchanged', async () => {
		const whole = await club.run(call('GET', '/Athletes', { returnAll: true, query: { count: 1000 } }));
		const ids = club.athletes().map(({ UserId }) => UserId);
		expect(whole.rows.map(({ UserId }) => UserId).sort()).toEqual(ids);
		const [one] = (await club.run(call('GET', `/Athletes/${whole.rows[0].UserId}`, { returnAll: true }))).rows;
		expect(one).toEqual(whole.rows[0]);
		club.sandbox.dialect.cursors = 'both';
		const page = await club.run(call('GET', '/Athletes', { query: { count: 2, fromId: 1 } }));
		expect(page.rows).toEqual([expect.objectContaining({ Results: [expect.anything(), expect.anything()], Continue: true })]);
		const query = { count: 60, fromId: 1, cursor: page.rows[0].NextCursor };
		const rest = await club.run(call('GET', '/Athletes', { returnAll: true, query }));
		expect(rest.rows.map(({ UserId }) => UserId)).toEqual(ids.slice(2));
	});

	test('sends a path in the letters of the document', async () => {
		const [{ UserId }] = club.athletes();
		const { rows, hints } = await club.run(call('GET', `/athletes/${UserId}`), { items: [{}, {}] });
		expect([rows[0].UserId, club.calls(), hints]).toEqual([UserId, [`GET /Athletes/${UserId}`], []]);
	});

	const answers = [1234, 0, true, false, 'a text', [{ Id: 1 }, { Id: 2 }]];
	test.each(answers)('gives a plain value of the club under value, and each record of a list: %j', async (value) => {
		const { url } = await serve((_, response) => response.end(JSON.stringify(value)));
		for (const method of ['GET', 'POST']) {
			const { rows, error } = await club.run(call(method, '/Things/Count'), { credentials: { baseUrl: url } });
			expect([error?.message, rows]).toEqual([undefined, Array.isArray(value) ? value : [{ value }]]);
		}
	});

	test('takes a path without its slash, and with a query', async () => {
		for (const path of ['Athletes?count=2', '/Athletes?count=2', ' Athletes?count=2 ']) {
			expect((await club.run(call('GET', path))).error).toBeUndefined();
			expect(club.calls()).toEqual(['GET /Athletes?count=2']);
		}
		await club.run(call('GET', 'Athletes/ByEmail?email=why?@example.com'));
		expect(club.sandbox.requests[0].query).toEqual({ email: 'why?@example.com' });
		await club.run(call('GET', 'Athletes?count=2', { query: '{"toId": 2000}' }));
		expect(club.calls()).toEqual(['GET /Athletes?count=2&toId=2000']);
		for (const [path, query] of [
			['Athletes?count=2', '{"count": 3}'],
			['Athletes?count=2&count=3', '{}'],
		]) {
			const items = [
				{ path: '/Athletes', query: '{}' },
				{ path, query },
			];
			const error = await club.refusal(call('POST', '={{ $json.path }}', { query: '={{ $json.query }}', body: '{}' }), { items });
			expect(error?.message).toBe('The query parameter "count" appears twice');
		}
	});

	test('sends a body, and returns the answer of the club', async () => {
		const [{ UserId }] = club.athletes();
		const { rows } = await club.run(call('PUT', `/Athletes/${UserId}/ClientStage`, { body: '{"ClientStage":"Qualified"}' }));
		expect(rows).toEqual([expect.objectContaining({ UserId, ClientStage: 'Qualified' })]);
		expect(club.calls()).toEqual([`PUT /Athletes/${UserId}/ClientStage {"ClientStage":"Qualified"}`]);
	});

	test('never repeats a write, and shows no token of a trigger', async () => {
		const [{ UserId }] = club.athletes();
		club.sandbox.inject({ kind: 'status', status: 503, match: { every: true }, times: 1 });
		const { error } = await club.run(call('PUT', `/Athletes/${UserId}/IsGuest`, { body: { IsGuest: true } }));
		expect(error?.description).toMatch(/may have been applied/);
		expect(club.calls()).toHaveLength(1);
		const body = [{ Url: 'https://n8n.example.com/webhook/x?token=abc.def' }];
		// The list, and a path that need not be what the API's description shows.
		for (const path of ['/Webhooks/Subscriptions', '/Challenges']) {
			club.sandbox.clearFaults();
			club.sandbox.inject({ kind: 'status', status: 200, body, match: { route: `GET ${path}` } });
			expect((await club.run(call('GET', path))).rows).toEqual([{ Url: 'https://n8n.example.com/webhook/x?token=***' }]);
		}
	});

	test('returns one item for a model', async () => {
		const { rows } = await club.run(call('GET', '/Challenges', { returnAll: true }), { tool: true });
		expect(rows).toEqual([{ total: 3, results: expect.any(Array), hasMore: false, nextCursor: null }]);
	});
});

const OUT = [
	'',
	'/',
	'../Profile',
	'?a=1',
	'https://example.com/',
	'//example.com/',
	'/..',
	'/../Profile',
	'/a/./b',
	'/%2e%2e/Profile',
	'/%252e%252e/x',
	'/..;/x',
	'/a/%2e%2e%3bx/b',
	'/.../x',
	'/a%2Fb',
	'/a%252Fb',
	'/a%5cb',
	'/a\\b',
	'/a?b=1#c',
	'/a%3Fb',
	'/a#b',
	'/a b',
	'/a%0d%0aX-Sub-Key:%20x',
	'/a//b',
	'/a/',
	'/%',
	'/%zz',
	'/{userId}',
	'/％２ｅ％２ｅ',
];

test.each(OUT)('the path %j is refused before a call', async (path) => {
	const error = await club.refusal(call('GET', '={{ $json.path }}'), { items: [{ path }] });
	expect(error?.message).toMatch(/"Path" (must be a path below the Base URL|is missing)/);
});
