import { skippedClub } from './support/skippedClub.mts';
import { exampleOf } from '../../dev/docs/examples.mts';
import { operations } from './support/operations.mts';
import { retrying } from '../support/retrying.mts';

const club = skippedClub();
const athlete = (operation: string, more = {}) => ({ resource: 'athlete', operation, ...more });

const CREATIONS = ['membership.create', 'membership.createFromPlan', 'membership.suspend', 'booking.create'];

test.each(operations.filter(({ name }) => CREATIONS.includes(name)))('$name whose answer is lost counts as made', async (one) => {
	const { parameters, items } = exampleOf(club.sandbox.club, one.resource, one.operation);
	for (const run of [{ items: items.slice(0, 2) }, { items: items.slice(-1), tool: true }]) {
		club.sandbox.inject({ kind: 'appliedThenDropped', match: { method: 'POST' } });
		const { rows, hints, error } = await club.run(parameters, run);
		expect([error, rows[0].Reconciled, rows[0].done]).toEqual([undefined, true, run.tool && one.operation.action]);
		if (!run.tool) expect(hints.map(({ message }) => message).join()).toMatch(/^2 items: 2 (created|changed)/);
	}
});

test('a booking that the club shows a little later is found', async () => {
	const { resource, operation } = operations.find(({ name }) => name === 'booking.create')!;
	const { parameters, items } = exampleOf(club.sandbox.club, resource, operation);
	club.sandbox.inject({ kind: 'appliedThenFailed', match: { method: 'POST' } });
	club.sandbox.inject({ kind: 'status', status: 200, body: [], match: { route: 'GET /Classes/{classId}/Participants' } });
	const { rows } = await club.run(parameters, { items: items.slice(2, 3) });
	expect(rows).toMatchObject([{ Reconciled: true }]);
});

describe('nobody is created twice: the answer of the club', () => {
	test.each(['408', '425', '499', '504', '520', '524', '530'] as const)('%s: an athlete is found and created once', async (cutOff) => {
		Object.assign(club.sandbox.dialect, { cutOff });
		const email = `cut-off-${cutOff}@example.com`;
		club.sandbox.inject({ kind: 'appliedThenCutOff', match: { route: 'POST /Athletes' } });
		club.sandbox.inject({ kind: 'status', status: 404, times: 2, match: { route: 'GET /Athletes/ByEmail' } });
		const { rows } = await club.run(athlete('create', { email }), { tool: true });
		expect(rows).toMatchObject([{ done: 'Create athlete', User: { Email: email }, Reconciled: true }]);
		expect(club.calls().filter((call) => call.startsWith('POST'))).toHaveLength(1);
	});

	test.each([{ kind: 'status', status: 500 }, { kind: 'drop' }] as const)(
		'$kind before anything was done: the same POST again after a minute, which creates nobody twice, and no third one',
		async (fault) => {
			const email = `again-${fault.kind}@example.com`;
			const posts = () => club.calls().filter((call) => call.startsWith('POST'));
			club.sandbox.inject({ ...fault, match: { route: 'POST /Athletes' } });
			expect((await club.run(athlete('create', { email }))).rows).toMatchObject([{ Result: 'Created', User: { Email: email } }]);
			expect(posts()).toHaveLength(2);
			club.sandbox.inject({ ...fault, times: 9, match: { route: 'POST /Athletes' } });
			const { rows, error } = await club.run(athlete('create', { email: `never-${fault.kind}@example.com` }));
			expect(rows).toEqual([]);
			expect(error?.description).toMatch(/looked for the new record for a minute, did not find it, and sent the request once more/);
			expect(posts()).toHaveLength(2);
		},
	);

	test('and the same POST again gives no clear answer: Retry On Fail looks for the athlete again, and then sends it once more', async () => {
		const email = 'three-posts@example.com';
		club.sandbox.inject({ kind: 'drop', times: 2, match: { route: 'POST /Athletes' } });
		const { rows } = await club.run(athlete('create', { email }), retrying());
		expect(rows).toMatchObject([{ Result: 'Created', User: { Email: email } }]);
		expect(club.calls().filter((call) => call.startsWith('POST'))).toHaveLength(3);
	});

	test('of an existing athlete never reports Created, even if the answer is lost', async () => {
		const [anna] = club.athletes();
		club.sandbox.inject({ kind: 'appliedThenDropped', match: { route: 'POST /Athletes' } });
		const { rows } = await club.run(athlete('create', { email: anna.Email }));
		expect(rows).toMatchObject([{ Result: 'AlreadyInClub', User: { UserId: anna.UserId }, Reconciled: true }]);
	});

	test.each(['create', 'upsert'])('of %s as an invitation sends one invitation, even if the answer is lost', async (operation) => {
		const [person] = [...club.sandbox.club.otherUsers.values()].slice(operation === 'create' ? 4 : 5);
		club.sandbox.inject({ kind: 'appliedThenFailed', match: { route: 'POST /Athletes' } });
		const { rows, hints } = await club.run(athlete(operation, { email: person.Email }), { items: [{}, {}] });
		expect(rows[0]).toMatchObject({ [operation === 'create' ? 'Result' : 'Outcome']: 'PendingInvitation' });
		expect(hints.map(({ message }) => message)).toEqual(['2 items: 2 as they were']);
	});
});
