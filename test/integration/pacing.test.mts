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

test('the calls of a key in one process leave room for another program that uses 20 of the 50', async () => {
	club.sandbox.setRate({ limit: 50, windowSeconds: 60, announceWindow: true });
	club.sandbox.spend(20);
	const { rows } = await club.run(get(), { items: reads(90), credentials: fresh(0) });
	expect(rows).toHaveLength(90);
	expect(refused()).toBe(0);
});
