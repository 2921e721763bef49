import { skipWaits } from './matrix/support/time.mts';
import type { IDataObject } from 'n8n-workflow';
import type { Fault } from '../../sandbox/index.mts';
import { testClub } from '../support/club.mts';
import { locator } from '../support/node.mts';
import { athletesIn } from '../support/shown.mts';

skipWaits();

const club = testClub({ athletes: 250, rate: false });

const list = { resource: 'athlete', operation: 'getAll', returnAll: true, options: { pageSize: 100 } };
const stage = (clientStage = 'Client') => ({
	resource: 'athlete',
	operation: 'setClientStage',
	userId: locator('id', '={{ $json.id }}'),
	clientStage,
});
/** All that the list gives, by id, whichever way it goes. */
const everybody = () => athletesIn(club.sandbox, club.athletes());
const byId = (rows: readonly IDataObject[]) => [...rows].sort((a, b) => Number(a.UserId) - Number(b.UserId));
const items = () =>
	club
		.athletes()
		.slice(0, 3)
		.map(({ UserId }) => ({ id: UserId }));

describe('a failure in the middle of a list', () => {
	test('a club that requests a wait of 75 seconds gets it, if Max Wait allows', async () => {
		const busy: Fault = { kind: 'status', status: 503, headers: { 'retry-after': '75' }, match: { route: 'GET /Athletes', nth: 2 } };
		club.sandbox.inject(busy);
		expect(byId((await club.run(list)).rows)).toEqual(everybody());
		club.sandbox.inject(busy);
		expect((await club.run({ ...list, options: { ...list.options, maxWait: 60 } })).error?.message).toBe('The club is not available');
	});
});

describe('a 404 of a gateway, while the service of the club starts again', () => {
	const GATEWAY = { kind: 'status', status: 404, body: '404 page not found', headers: { 'content-type': 'text/plain' } } as const;
	const always = (match: Fault['match']) => club.sandbox.inject({ ...GATEWAY, match: { ...match, every: true } });
	const ANSWERED = /^A gateway or firewall between n8n and the club answered 404: 404 page not found$/;
	const one = () => club.athletes()[0];

	test('is no deletion, not even after a failure that may have been one', async () => {
		const { UserId } = one();
		club.sandbox.inject({ kind: 'status', status: 502, match: { method: 'DELETE' } });
		always({ method: 'DELETE' });
		const { rows, error } = await club.run({ resource: 'athlete', operation: 'delete', userId: locator('id', UserId) });
		expect(rows).toEqual([]);
		expect(error?.message).toMatch(ANSWERED);
		expect(error?.description).toMatch(/An earlier attempt that seemed to fail may have been applied/);
		expect(club.sandbox.club.athletes.has(UserId)).toBe(true);
	});

	test('leaves no part of an overview empty', async () => {
		always({ route: 'GET /Athletes/{userId}/AttendanceSummary' });
		const { error } = await club.run({ resource: 'athlete', operation: 'getOverview', userId: locator('id', one().UserId) });
		expect(error?.message).toMatch(ANSWERED);
	});

	test.each([
		['Get by address', { operation: 'get', userId: locator('email', '={{ $json.email }}') }],
		['Create or Update', { operation: 'upsert', email: '={{ $json.email }}', additionalFields: { lastName: 'New' } }],
	])('says of nobody that they are not in the club: %s', async (_, parameters) => {
		always({ route: 'GET /Athletes/ByEmail' });
		always({ route: 'GET /Athletes' });
		const { error } = await club.run({ resource: 'athlete', ...parameters }, { items: [{ email: one().Email }] });
		expect(error?.message).toMatch(ANSWERED);
		expect(error?.description).not.toMatch(/Nobody/);
		expect(club.calls().filter((call) => !call.startsWith('GET'))).toEqual([]);
	});

	test('is repeated for a read, and a 403 is not', async () => {
		club.sandbox.inject({ ...GATEWAY, match: { route: 'GET /Athletes/{userId}' }, times: 2 });
		const get = { resource: 'athlete', operation: 'get', userId: locator('id', one().UserId) };
		expect((await club.run(get)).error).toBeUndefined();
		expect(club.calls()).toHaveLength(3);
		club.sandbox.inject({ ...GATEWAY, status: 403, match: { route: 'GET /Athletes/{userId}' } });
		expect((await club.run(get)).error?.message).toMatch(/answered 403/);
		expect(club.calls()).toHaveLength(1);
	});
});

describe('a Base URL of another service', () => {
	test.each([
		['a list', list],
		['Create', { resource: 'athlete', operation: 'create', email: 'somebody@example.com' }],
	])('is what the error of %s names', async (_, parameters) => {
		const { error } = await club.run(parameters, { credentials: { baseUrl: `${club.sandbox.url}/elsewhere` } });
		expect(error?.message).toBe('The address answers, but it is not that of the Club Integration API');
		expect(error?.description).toMatch(/Base URL/);
	});
});

describe('field details beside a message', () => {
	test('are both shown', async () => {
		const body = { ErrorType: 'InvalidData', Message: 'The data is not valid.', errors: { BirthDate: ['Must be in the past.'] } };
		club.sandbox.inject({ kind: 'status', status: 400, body, match: { method: 'PUT' } });
		const { error } = await club.run(stage(), { items: items() });
		expect(error?.message).toBe('The data is not valid.');
		expect(error?.description).toContain('The club says: {"errors":{"BirthDate":["Must be in the past."]}}');
	});
});

describe('a lasting failure', () => {
	test('a club that stays down is an error that says what was done', async () => {
		const [, second] = items();
		club.sandbox.inject({ kind: 'status', status: 503, match: { route: 'PUT /Athletes/{userId}/ClientStage', every: true }, times: 99 });
		const { error } = await club.run(stage(), { items: items() });
		expect(error?.message).toBe('The club is not available');
		expect(error?.description).toMatch(/No item was completed. Nothing was sent after this item. \(HTTP 503\)/);
		expect(error?.failure).toEqual({ cause: 'temporarily-unavailable' });
		expect(second).toBeDefined();
	});

	test('a failure at the second item names the first as done', async () => {
		club.sandbox.dialect.errorBodies = 'message';
		const broken = [items()[0], { id: 7 }, items()[1]];
		const stopped = await club.run(stage('Lead'), { items: broken });
		expect(stopped.error?.description).toMatch(/The first item was completed. Nothing was sent after this item. \(HTTP 404\)/);
		for (const onError of ['continueErrorOutput', 'continueRegularOutput'] as const) {
			const { output } = await club.run(stage('Lead'), { items: broken, onError });
			const errors = output[onError === 'continueErrorOutput' ? 1 : 0].filter(({ json }) => json.error);
			expect(errors.map(({ json, pairedItem }) => [json.error, pairedItem])).toEqual([
				['The athlete was not found in this club.', { item: 1 }],
			]);
			expect(errors[0].json.message).toMatch(/ \(Item 1, HTTP 404\)$/);
			expect(output[0].filter(({ json }) => !json.error).map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 2 }]);
		}
	});

	test('a deletion with a lost answer counts as done', async () => {
		const gone = club.athletes().at(-9)!;
		club.sandbox.inject({ kind: 'appliedThenDropped', match: { method: 'DELETE' } });
		const { rows } = await club.run({ resource: 'athlete', operation: 'delete', userId: locator('id', gone.UserId) });
		expect(rows).toEqual([{ deleted: true }]);
		expect(club.sandbox.club.athletes.has(gone.UserId)).toBe(false);
	});

	test('a success that cannot be read is repeated for a read, and never for a create', async () => {
		club.sandbox.inject({ kind: 'status', status: 200, body: 'Welcome', match: { route: 'GET /Profile' } });
		const [{ Name, ClubName, Title }] = (await club.run({ resource: 'club', operation: 'get' })).rows;
		expect(Name ?? ClubName ?? Title).toBe('Northside Fitness');
		club.sandbox.inject({ kind: 'truncate', match: { route: 'POST /Athletes' } });
		const { rows } = await club.run({ resource: 'athlete', operation: 'create', email: 'cut@example.com' });
		expect(rows).toMatchObject([{ User: { Email: 'cut@example.com' }, Reconciled: true }]);
		expect(club.calls().filter((call) => call.startsWith('POST'))).toHaveLength(1);
	});
});
