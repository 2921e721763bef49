import { useTimeWithoutWaits } from './poll/support/waits.mts';
import type { Membership } from '../../sandbox/types.mts';
import { clock } from '../../nodes/shared/transport/process';
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

describe('an update of a membership', () => {
	/** Books a class for somebody whenever somebody else waits. */
	const bookInEachWait = (userId: number) => {
		const { sleep } = clock;
		const classes = [...club.sandbox.club.classes.values()].filter(({ Begin, Published }) => Published && Date.parse(Begin) > Date.now());
		return jest.spyOn(clock, 'sleep').mockImplementation(async (ms, signal) => {
			club.sandbox.act.bookClass(userId, classes.pop()!.ClassId);
			await sleep(ms, signal);
		});
	};
	const limited = () => {
		const { UserId } = club.sandbox.act.addAthlete();
		return club.sandbox.act.addSubscription(UserId, { MaxActivities: 10, AvailableActivities: 9 });
	};
	const lengthen = ({ UserClassSubscriptionId }: Membership) => ({
		resource: 'membership',
		operation: 'update',
		userSubscriptionId: locator('id', UserClassSubscriptionId),
		updateFields: { to: '2099-01-01' },
	});
	beforeEach(() => Object.assign(club.sandbox.dialect, { bookedActivities: 'counted' }));
	let waits: jest.SpyInstance | undefined;
	afterEach(() => waits?.mockRestore());

	test('that waits for the rate limit does not overwrite activities that were used meanwhile', async () => {
		const membership = limited();
		club.sandbox.setRate({ limit: 3, windowSeconds: 60, announceWindow: true });
		const credentials = fresh(0);
		await club.run(get(), { items: reads(2), credentials });
		waits = bookInEachWait(membership.UserId);
		const { rows } = await club.run(lengthen(membership), { credentials });
		expect(waits).toHaveBeenCalled();
		expect(rows).toMatchObject([{ MaxActivities: 10, AvailableActivities: 9 - waits.mock.calls.length }]);
		expect(club.sandbox.requests.map(({ method }) => method)).toEqual(['GET', 'PUT']);
	});

	test.each([
		['passes', { kind: 'status', status: 503 }, ['GET', 'PUT', 'GET', 'PUT']],
		['is of the rate', { kind: 'status', status: 429 }, ['GET', 'PUT', 'GET', 'PUT']],
		['was applied, and is seen then', { kind: 'appliedThenFailed' }, ['GET', 'PUT', 'GET']],
	] as const)('that is repeated after a failure that %s does not overwrite them either', async (_, fault, methods) => {
		const membership = limited();
		waits = bookInEachWait(membership.UserId);
		club.sandbox.inject({ ...fault, match: { method: 'PUT' } });
		const { rows } = await club.run(lengthen(membership), { credentials: fresh(0) });
		expect(rows).toMatchObject([{ MaxActivities: 10, AvailableActivities: 9 - waits.mock.calls.length }]);
		expect(club.sandbox.requests.map(({ method }) => method)).toEqual(methods);
	});

	test('reads again if its read fails, and does not say that a change may have been applied', async () => {
		const membership = limited();
		club.sandbox.inject({ kind: 'drop', match: { method: 'GET' } });
		expect((await club.run(lengthen(membership))).rows).toMatchObject([{ AvailableActivities: 9 }]);
		club.sandbox.inject({ kind: 'status', status: 503, match: { method: 'GET', every: true } });
		const { error } = await club.run(lengthen(membership));
		expect(error?.description).not.toMatch(/may have been applied/);
		expect(club.sandbox.requests.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET', 'GET']);
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
	expect(output[1][0].json.message).toContain('Out of call volume quota');
	expect(sandbox.requests.map(({ status }) => status)).toEqual([200, 403]);
});
