import { testClub } from '../support/club.mts';

const club = testClub();
const tool = { tool: true };

describe('a list for a model', () => {
	const many = (more = {}) => ({ resource: 'athlete', operation: 'getAll', limit: 3, filters: { fromId: 1 }, ...more });

	test('is one item that says that there is more, and where it goes on', async () => {
		club.sandbox.dialect.cursors = 'both';
		const first = await club.run(many(), tool);
		const [{ results, hasMore, nextCursor }] = first.rows as Array<{
			results: Array<{ UserId: number }>;
			hasMore: boolean;
			nextCursor: string;
		}>;
		expect(first.rows).toHaveLength(1);
		expect(results.map(({ UserId }) => UserId)).toEqual(
			club
				.athletes()
				.slice(0, 3)
				.map(({ UserId }) => UserId),
		);
		expect(hasMore).toBe(true);
		const second = await club.run(many({ options: { cursor: nextCursor, fields: 'UserId' } }), tool);
		expect(second.rows[0].results).toEqual(
			club
				.athletes()
				.slice(3, 6)
				.map(({ UserId }) => ({ UserId })),
		);
	});

	test('says when it is whole', async () => {
		const { rows } = await club.run(many({ returnAll: true }), tool);
		expect(rows).toEqual([{ results: expect.any(Array), hasMore: false, nextCursor: null }]);
		expect(rows[0].results).toHaveLength(club.athletes().length);
	});

	test('says that rows were cut where no cursor leads on from there', async () => {
		const { rows } = await club.run({ resource: 'webhookSubscription', operation: 'getAll', limit: 1 }, tool);
		expect(rows).toEqual([{ results: [], hasMore: false, nextCursor: null }]);
		const [{ ClassId }] = club.sandbox.club.bookings.filter(
			({ ClassId: id }, _, all) => all.filter((other) => other.ClassId === id).length > 1,
		);
		const cut = await club.run({ resource: 'classParticipant', operation: 'getAll', classId: ClassId, limit: 1 }, tool);
		expect(cut.rows).toEqual([{ results: [expect.objectContaining({ ClassId })], hasMore: true, nextCursor: null }]);
	});
});

describe('what a model leaves out', () => {
	const nothing = [null, '', ' ', 'null', 'undefined', {}];

	test.each(nothing)('%j is absent where it may be', async (absent) => {
		club.sandbox.dialect.cursors = 'both';
		const parameters = {
			resource: 'booking',
			operation: 'getAll',
			limit: 2,
			filters: { userId: { __rl: true, mode: 'id', value: absent }, classId: absent, from: absent, to: absent },
			options: { fields: absent, cursor: absent, pageSize: absent, simplify: absent, maxWait: absent },
		};
		const { error, rows } = await club.run(parameters as never, tool);
		expect(error).toBeUndefined();
		expect(rows).toEqual([{ results: expect.any(Array), hasMore: true, nextCursor: expect.any(String) }]);
	});

	test('is said to be missing where it must be there, in one text', async () => {
		const { error } = await club.run(
			{ resource: 'athlete', operation: 'get', userId: { __rl: true, mode: 'id', value: '={{ "undefined" }}' } },
			tool,
		);
		expect(error?.message).toMatch(/^"Athlete" is missing\. .*which Athlete > Search gives/);
	});

	test('is nothing of the kind for a person who fills in the panel', async () => {
		const { error } = await club.run({
			resource: 'booking',
			operation: 'getAll',
			filters: { userId: { __rl: true, mode: 'id', value: '' } },
		});
		expect(error?.message).toBe('"Athlete" is missing');
	});
});

describe('a refusal for a model', () => {
	test('is one text that says what to do', async () => {
		club.sandbox.dialect.errorBodies = 'message';
		const { error } = await club.run({ resource: 'athlete', operation: 'get', userId: { __rl: true, mode: 'id', value: 999999 } }, tool);
		expect(error?.message).toMatch(/^The athlete was not found in this club\. Check the ID/);
	});

	test('for the rate limit comes within 20 seconds, and says in how many it would work', async () => {
		const credentials = { clubApiKey: club.sandbox.keys.readOnlyClubApiKey };
		const get = { resource: 'athlete', operation: 'get', userId: { __rl: true, mode: 'id', value: '={{ $json.id }}' } };
		club.sandbox.setRate({ limit: 2, windowSeconds: 60 });
		const { error } = await club.run(get, {
			...tool,
			credentials,
			items: club
				.athletes()
				.slice(0, 3)
				.map(({ UserId }) => ({ id: UserId })),
		});
		club.sandbox.setRate(false);
		expect(error?.message).toMatch(/The calls of this club key are used up\. The next call is possible in about \d+ seconds/);
	});
});
