import { skippedClub } from './support/skippedClub.mts';
import type { Fault } from '../../sandbox/index.mts';
import { locator } from '../support/node.mts';

const club = skippedClub({ athletes: 250 });

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

	test('says of nobody that they are not in the club', async () => {
		always({ route: 'GET /Athletes/ByEmail' });
		const { error } = await club.run({ resource: 'athlete', operation: 'get', userId: locator('email', one().Email) });
		expect(error?.message).toMatch(ANSWERED);
		expect(error?.description).not.toMatch(/Nobody/);
		expect(club.calls()).toHaveLength(1);
	});

	test('to a look-up by address lets Create or Update ask the club itself, which decides by the address', async () => {
		always({ route: 'GET /Athletes/ByEmail' });
		const upsert = { resource: 'athlete', operation: 'upsert', email: '={{ $json.email }}', additionalFields: { lastName: 'New' } };
		const people = ['new.here@example.com', one().Email];
		const { rows } = await club.run(upsert, { items: people.map((email) => ({ email })) });
		expect(rows.map(({ Outcome }) => Outcome)).toEqual(['Created', 'Updated']);
		expect(club.calls().filter((call) => call.startsWith('POST'))).toHaveLength(2);
	});
});
