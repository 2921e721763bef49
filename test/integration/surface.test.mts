import { locator, parametersOf } from '../support/node.mts';
import { testClub } from '../support/club.mts';

const club = testClub();
const many = (options = {}, more = {}) => ({ resource: 'athlete', operation: 'getAll', limit: 3, options, ...more });
const hintsOf = ({ hints }: { hints: Array<{ message: string }> }): string[] => hints.map(({ message }) => message);

describe('Fields', () => {
	test('overrides Simplify, and says if no record has a property', async () => {
		const outcome = await club.run(many({ fields: 'UserId, Nickname', simplify: true }));
		expect(outcome.rows[0]).toEqual({ UserId: expect.any(Number), Nickname: null });
		expect(hintsOf(outcome)).toEqual(['No record has the property "Nickname" (Options > Fields)']);
	});
});

test('Simplify and Fields are those of their item', async () => {
	const items = [{ simple: true }, { simple: false }, { fields: 'UserId' }, { fields: 'Email' }];
	const { rows } = await club.run(many({ simplify: '={{ $json.simple }}', fields: '={{ $json.fields }}' }, { limit: 1 }), { items });
	const [simple, whole, ...chosen] = rows.map((row) => Object.keys(row));
	expect(whole.length).toBeGreaterThan(simple.length);
	expect(chosen).toEqual([['UserId'], ['Email']]);
});

describe('Dry Run', () => {
	test('shows no password at any depth', async () => {
		const body = {
			Email: 'new@example.com',
			Login: { Password: 'secret7', Old: [{ passwords: ['secret8', 99887766] }] },
			ShowPassword: true,
		};
		const call = { method: 'POST', path: '/Athletes', body: JSON.stringify(body), query: JSON.stringify({ password: 'secret9' }) };
		const { rows } = await club.run(parametersOf('club.call', { ...call, options: { dryRun: true } }));
		const shown = { Email: 'new@example.com', Login: { Password: '***', Old: [{ passwords: ['***', '***'] }] }, ShowPassword: true };
		expect(rows).toEqual([{ dryRun: true, wouldSend: [{ method: 'POST', path: '/Athletes?password=***', body: shown }] }]);
	});

	test('is refused if a model left out the preview', async () => {
		const change = { userId: locator('id', club.athletes()[0].UserId), isGuest: true };
		const options = { dryRun: "={{ $fromAI('preview', 'true at first', 'boolean') }}" };
		const parameters = parametersOf('athlete.setGuest', { ...change, options });
		const error = await club.refusal(parameters, { items: [{}], tool: true });
		expect(error?.message).toBe('"preview" is missing. preview: true at first. Nothing was sent.');
		const { rows } = await club.run(parameters, { items: [{ preview: true }], tool: true });
		expect(rows).toMatchObject([{ dryRun: true, wouldSend: [{ method: 'PUT' }] }]);
	});
});

test('equal items that change one chosen record are all sent, with a hint', async () => {
	const items = [{}, {}];
	const userId = locator('list', club.athletes()[0].UserId);
	const change = { resource: 'athlete', operation: 'setClientStage', userId, clientStage: 'Prospect' };
	expect(hintsOf(await club.run(change, { items }))).toEqual([
		'2 items: 2 changed. All 2 items change the same athlete. To run once, turn on Settings > Execute Once',
	]);
	expect(club.calls()).toHaveLength(2);
	expect(hintsOf(await club.run({ ...change, operation: 'get' }, { items }))).toEqual([]);
});
