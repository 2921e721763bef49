import { useTimeWithoutWaits } from './poll/support/waits.mts';
import { testClub } from '../support/club.mts';
import { locator } from '../support/node.mts';

// The windows are as long as real ones, and nobody waits for them.
useTimeWithoutWaits();

// A club that does not say what is left is paced by the minute that is documented, as the unit tests of the budget have it.
const club = testClub({ athletes: 200, now: () => new Date(Date.now()), dialect: { rateHeaders: 'given' } });

/** A budget is kept per key for the life of the process, so each test has a key that nobody has used. */
const KEYS = ['clubApiKey', 'readOnlyClubApiKey'] as const;
const fresh = (index: number) => ({ clubApiKey: club.sandbox.keys[KEYS[index]] });

const reads = (count: number) =>
	club
		.athletes()
		.slice(0, count)
		.map(({ UserId }) => ({ id: UserId }));
const get = (options = {}) => ({ resource: 'athlete', operation: 'get', userId: locator('id', '={{ $json.id }}'), options });
const refused = () => club.sandbox.requests.filter(({ status }) => status === 429).length;

afterEach(() => club.sandbox.setRate(false));

describe('the calls of a key in one process', () => {
	test('leave room for another program that uses 20 of the 50', async () => {
		club.sandbox.setRate({ limit: 50, windowSeconds: 60, announceWindow: true });
		club.sandbox.spend(20);
		const { rows } = await club.run(get(), { items: reads(90), credentials: fresh(0) });
		expect(rows).toHaveLength(90);
		expect(refused()).toBe(0);
	});
});

test('a used-up 30-day limit may come as 403, and no call is made before it is available again', async () => {
	const { sandbox } = club;
	Object.assign(sandbox.dialect, { usedUp: 'forbidden' });
	sandbox.setRate({ monthly: 1 });
	const credentials = { clubApiKey: sandbox.keys.readOnlyClubApiKey, baseUrl: sandbox.url.replace('127.0.0.1', 'localhost') };
	const { output } = await club.run(get(), { items: reads(3), credentials, onError: 'continueErrorOutput' });
	expect(output[0]).toHaveLength(1);
	for (const { json } of output[1]) {
		expect(json.message).toMatch(/The next call is possible at .* UTC\./);
		expect(json.message).not.toMatch(/permission|licence/);
	}
	expect(sandbox.requests.map(({ status }) => status)).toEqual([200, 403]);
});
