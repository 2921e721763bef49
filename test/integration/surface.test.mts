import { locator } from '../support/node.mts';
import { testClub } from '../support/club.mts';

const club = testClub();
const many = (options = {}, more = {}) => ({ resource: 'athlete', operation: 'getAll', limit: 3, options, ...more });
const stage = (clientStage: string, options = {}) => ({
	resource: 'athlete',
	operation: 'setClientStage',
	userId: locator('id', '={{ $json.id }}'),
	clientStage,
	options,
});
const hintsOf = ({ hints }: { hints: Array<{ message: string }> }): string[] => hints.map(({ message }) => message);

describe('Fields', () => {
	test('keeps the named properties of each record, whatever the case and the spaces', async () => {
		const { rows } = await club.run(many({ fields: ' userid , Email,' }, { filters: { fromId: 1 } }));
		expect(rows).toEqual(
			club
				.athletes()
				.slice(0, 3)
				.map(({ UserId, Email }) => ({ UserId, Email })),
		);
	});

	test('overrides Simplify, and says if no record has a property', async () => {
		const outcome = await club.run(many({ fields: 'UserId, Nickname', simplify: true }));
		expect(outcome.rows[0]).toEqual({ UserId: expect.any(Number), Nickname: null });
		expect(hintsOf(outcome)).toEqual(['No record has the property "Nickname" (Options > Fields)']);
	});
});

describe('Dry Run', () => {
	test('shows no password at any depth', async () => {
		const body = {
			Email: 'new@example.com',
			Login: { Password: 'secret7', Old: [{ passwords: ['secret8', 99887766] }] },
			ShowPassword: true,
		};
		const { rows } = await club.run({
			resource: 'club',
			operation: 'call',
			method: 'POST',
			path: '/Athletes',
			body: JSON.stringify(body),
			query: JSON.stringify({ password: 'secret9' }),
			options: { dryRun: true },
		});
		const shown = { Email: 'new@example.com', Login: { Password: '***', Old: [{ passwords: ['***', '***'] }] }, ShowPassword: true };
		expect(rows).toEqual([{ dryRun: true, wouldSend: [{ method: 'POST', path: '/Athletes?password=***', body: shown }] }]);
	});

	test('sends no change and shows the request, without the password', async () => {
		const parameters = {
			resource: 'athlete',
			operation: 'create',
			email: 'new@example.com',
			additionalFields: { setPasswordOnCreate: 'secret7' },
			options: { dryRun: true },
		};
		const { rows } = await club.run(parameters);
		expect(rows).toEqual([
			{ dryRun: true, wouldSend: [{ method: 'POST', path: '/Athletes', body: { Email: 'new@example.com', SetPasswordOnCreate: '***' } }] },
		]);
		expect(club.calls()).toEqual([]);
	});

	test('reads the records that decide the request, and says if nothing would be sent', async () => {
		const [anna] = club.athletes();
		const upsert = (additionalFields: object) => ({
			resource: 'athlete',
			operation: 'upsert',
			email: anna.Email,
			additionalFields,
			options: { dryRun: true },
		});
		const changed = await club.run(upsert({ lastName: 'Other' }));
		expect(changed.rows).toEqual([
			{ dryRun: true, wouldSend: [{ method: 'PUT', path: `/Athletes/${anna.UserId}`, body: { LastName: 'Other' } }] },
		]);
		expect(club.calls().every((call) => call.startsWith('GET'))).toBe(true);
		const same = await club.run(upsert({ lastName: anna.LastName }));
		expect(same.rows).toEqual([{ dryRun: true, wouldSend: [] }]);
	});

	test.each([
		['undefined', false],
		['null', false],
		["''", false],
		['undefined', true],
		['null', true],
		["''", true],
		["' '", true],
		["'null'", true],
		['({})', true],
	])('is refused when its expression gives %s (as a tool: %s)', async (value, tool) => {
		const [{ UserId }] = club.athletes();
		const parameters = {
			resource: 'athlete',
			operation: 'setGuest',
			userId: locator('id', UserId),
			isGuest: true,
			options: { dryRun: `={{ ${value} }}` },
		};
		const { error } = await club.run(parameters, { tool });
		expect(error?.message).toMatch(/^"Dry Run" (is empty|must be true or false)/);
		expect(club.calls()).toEqual([]);
	});

	test('is refused if a model left out the preview', async () => {
		const [{ UserId }] = club.athletes();
		const parameters = {
			resource: 'athlete',
			operation: 'setGuest',
			userId: locator('id', UserId),
			isGuest: true,
			options: { dryRun: "={{ $fromAI('preview', 'true at first', 'boolean') }}" },
		};
		const { error } = await club.run(parameters, { items: [{}], tool: true });
		expect(error?.message).toBe('"preview" is missing. preview: true at first. Nothing was sent.');
		expect(club.calls()).toEqual([]);
		const { rows } = await club.run(parameters, { items: [{ preview: true }], tool: true });
		expect(rows).toMatchObject([{ dryRun: true, wouldSend: [{ method: 'PUT' }] }]);
	});

	test('checks the values and the club as usual', async () => {
		const parameters = {
			resource: 'athlete',
			operation: 'delete',
			userId: locator('id', club.athletes()[0].UserId),
			options: { dryRun: true },
		};
		const { error } = await club.run(parameters, { credentials: { expectedClub: 'Another Club' } });
		expect(error?.message).toMatch(/do not belong to the expected club/);
		const wrong = await club.run({ ...parameters, userId: locator('id', '={{ "Anna" }}') });
		expect(wrong.error?.message).toMatch(/must be an ID/);
	});
});

describe('equal changes', () => {
	const two = () =>
		club
			.athletes()
			.slice(0, 2)
			.map(({ UserId }) => ({ id: UserId }));

	test('in a row are sent once, with the answer for each item and a hint', async () => {
		const [one, other] = two();
		const outcome = await club.run(stage('Prospect'), { items: [one, one, one, other] });
		expect(outcome.rows.map(({ UserId }) => UserId)).toEqual([one.id, one.id, one.id, other.id]);
		expect(club.calls()).toHaveLength(2);
		expect(hintsOf(outcome)).toEqual([
			'4 items: 2 changed, 2 as they were. 2 changes repeated the previous one and were not sent again (items 1, 2). Items are counted from 0',
		]);
	});

	test('of one chosen record count as equal, others do not', async () => {
		const [one, other] = two();
		const fixed = { ...stage('Prospect'), userId: locator('list', one.id) };
		const outcome = await club.run(fixed, { items: [one, other] });
		expect(hintsOf(outcome)).toEqual([
			'2 items: 1 changed, 1 as they were. All 2 items change the same athlete. To run once, turn on Settings > Execute Once',
		]);
		expect(hintsOf(await club.run(stage('Lead'), { items: [one, other] }))).toEqual(['2 items: 2 changed']);
		expect(hintsOf(await club.run({ ...fixed, operation: 'get' }, { items: [one, other] }))).toEqual([]);
	});

	test('are sent again after another write, or if the first was refused', async () => {
		const [one, other] = two();
		await club.run(stage('Lead'), { items: [one, other, one] });
		expect(club.calls()).toHaveLength(3);
		const { output } = await club.run(stage('Lead'), { items: [{ id: 999999 }, { id: 999999 }], onError: 'continueErrorOutput' });
		expect(output[1]).toHaveLength(2);
		expect(club.calls()).toHaveLength(2);
	});

	test('by POST never count as equal', async () => {
		const [{ ClassId }] = club.sandbox.club.classes.values();
		const add = {
			resource: 'booking',
			operation: 'create',
			classId: locator('id', ClassId),
			userId: locator('id', club.athletes()[5].UserId),
		};
		await club.run(add, { items: [{}, {}], onError: 'continueErrorOutput' });
		expect(club.calls().filter((call) => call.startsWith('POST'))).toHaveLength(2);
	});
});
