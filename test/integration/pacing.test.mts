import { useTimeWithoutWaits } from './poll/support/waits.mts';
import { testClub } from '../support/club.mts';
import { locator } from '../support/node.mts';

// The windows are as long as real ones, and nobody waits for them.
useTimeWithoutWaits();

// A club that does not say what is left is paced by the minute that is documented, as the unit tests of the budget have it.
const club = testClub({ athletes: 200, now: () => new Date(Date.now()), dialect: { rateHeaders: 'given' } });

afterEach(() => club.sandbox.setRate(false));

test('the calls of a key in one process leave room for another program that uses 20 of the 50', async () => {
	club.sandbox.setRate({ limit: 50, windowSeconds: 60, announceWindow: true });
	club.sandbox.spend(20);
	const get = { resource: 'athlete', operation: 'get', userId: locator('id', '={{ $json.id }}') };
	const { rows } = await club.run(get, { items: club.items(90) });
	expect(rows).toHaveLength(90);
	expect(club.sandbox.requests.filter(({ status }) => status === 429)).toEqual([]);
});
