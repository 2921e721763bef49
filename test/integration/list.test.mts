import { skip, skippedClub } from './support/skippedClub.mts';
import { Gate } from '../support/waiting.mts';
import { locator, parametersOf } from '../support/node.mts';

// Pages and calls are counted by their cursors: what a list takes without them is the topic of `dialects`.
const club = skippedClub({ athletes: 1000, dialect: { cursors: 'both' } });
const list = (more = {}) => ({ resource: 'athlete', operation: 'getAll', ...more });

test.each(['nullGoesOn', 'absent', 'noContent'] as const)(
	'a page without rows (%s) ends a list, or is an empty list',
	async (emptyPage) => {
		Object.assign(club.sandbox.dialect, { emptyPage, fullLastPage: 'continues', nulls: 'given' });
		const upTo = club.athletes()[99].UserId;
		const hundred = list({ returnAll: true, filters: { fromId: 1, toId: upTo }, options: { pageSize: 50 } });
		const { rows, error } = await club.run(hundred);
		expect({ error, rows: rows.length, calls: club.calls().length }).toEqual({ error: undefined, rows: 100, calls: 3 });
		const nobody = list({ returnAll: true, filters: { fromId: 2_147_483_000 } });
		expect(await club.run(nobody)).toMatchObject({ error: undefined, rows: [] });
		expect(club.calls()).toHaveLength(1);
	},
);

test('Only Changes for an unknown person costs one call for any number of items', async () => {
	const change = { userId: locator('email', 'nobody@example.com'), clientStage: 'Client', options: { onlyChanges: true } };
	const { error, output } = await club.run(parametersOf('athlete.setClientStage', change), {
		items: [{}, {}],
		onError: 'continueRegularOutput',
	});
	expect(error).toBeUndefined();
	expect(output[0].map(({ json }) => typeof json.error)).toEqual(['string', 'string']);
	expect(club.calls()).toEqual(['GET /Athletes/ByEmail?email=nobody%40example.com']);
});

const MINUTE = 60_000;

test.each([
	['names the option', {}, /Choose fewer than 1000 "Records per Call"\./],
	[
		'names no option where it has one row',
		{ options: { pageSize: 1 } },
		/^The club may be busy, or the network may be down\. Try again later\. \(/,
	],
])('a page that takes longer than a minute is requested once more; the error %s', async (_what, more, expected) => {
	const after = AbortSignal.timeout.bind(AbortSignal);
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
		if (ms !== MINUTE) return after(ms);
		const signal = after(500);
		signal.addEventListener('abort', () => skip(MINUTE), { once: true });
		return signal;
	});
	const gate = new Gate();
	let asked = 0;
	const pass = async () => {
		asked++;
		await gate.pass();
	};
	club.sandbox.inject({ kind: 'delay', until: pass, match: { every: true } });
	const { error } = await club.run(list({ returnAll: true, ...more }));
	gate.open();
	club.sandbox.clearFaults();
	jest.mocked(AbortSignal.timeout).mockRestore();
	expect(error).toMatchObject({ message: 'The club did not answer', description: expect.stringMatching(expected) as string });
	expect(asked).toBe(2);
});
