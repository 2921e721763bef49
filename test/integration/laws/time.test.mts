import { inEachSleep, setClock, skip, skipped, skipWaits, trueTime } from '../matrix/support/time.mts';
import { testClub } from '../../support/club.mts';
import { locator, parametersOf } from '../../support/node.mts';
import { retrying } from '../../support/retrying.mts';
import { sampled } from '../../support/sample.mts';
import { Bench, subjects } from '../matrix/support/bench.mts';
import { asText } from '../matrix/support/state.mts';
import { withoutNewIds } from '../matrix/support/oracle.mts';

skipWaits();

const [MINUTE, HOUR] = [60_000, 3_600_000];
const JUMPS = [-25 * HOUR, -2 * HOUR, 2 * HOUR, 25 * HOUR];

afterEach(() => inEachSleep(undefined));

describe('a clock that is set while a run goes on', () => {
	const club = testClub({ athletes: 200, now: trueTime, dialect: { rateHeaders: 'given' } });
	const get = { resource: 'athlete', operation: 'get', userId: locator('id', '={{ $json.id }}') };

	/** Calls in more than two windows of ten, while the clock is set so. */
	const expectPaced = async (kind: 'fixed' | 'sliding', set: () => void) => {
		club.sandbox.setRate({ limit: 10, windowSeconds: 60, kind, announceWindow: true });
		skip(3 * MINUTE);
		const before = skipped();
		set();
		const { rows, error } = await club.run(get, { items: club.items(26) });
		expect([error, rows.length]).toEqual([undefined, 26]);
		expect(club.sandbox.requests.filter(({ status }) => status === 429)).toEqual([]);
		// Two windows for 26 calls, and the one in which the clock was set may count as a whole one.
		expect(skipped() - before).toBeLessThanOrEqual(3 * MINUTE);
	};

	const jumps = JUMPS.flatMap((jump) => [1, 10, 11].map((at) => ({ jump, at, hours: jump / HOUR })));

	describe.each(['fixed', 'sliding'] as const)('with a %s window', (kind) => {
		test.each(sampled(jumps, ({ hours, at }) => [`${hours} ${kind}`, `${at} ${kind}`]))(
			'by $hours hours at call $at: no call is early, and none waits longer than a window',
			async ({ jump, at }) =>
				await expectPaced(kind, () => club.sandbox.inject({ kind: 'delay', until: async () => setClock(jump), match: { nth: at } })),
		);

		test.each(JUMPS.map((jump) => ({ jump, hours: jump / HOUR })))(
			'by $hours hours in each wait',
			async ({ jump }) => await expectPaced(kind, () => inEachSleep(() => setClock(jump))),
		);
	});
});

/** Of each two operations one meets the first and the last jump, the other one those between. */
const jumpsOf = (at: number): number[] => JUMPS.filter((_, index) => [0, 3].includes(index) === (at % 2 === 0));

describe.each(subjects.map((subject, at) => ({ name: subject.name, subject, jumps: jumpsOf(at) })))('$name', ({ subject, jumps }) => {
	let bench: Bench;

	beforeAll(async () => {
		bench = await Bench.of(subject);
	});

	test('is the same whenever the clock is set', async () => {
		const calm = withoutNewIds(await bench.run());
		const places = [1, Math.ceil(calm.calls.length / 2), calm.calls.length];
		for (const jump of jumps) {
			const nth = places[JUMPS.indexOf(jump) % places.length];
			if (nth === 0) continue;
			const run = withoutNewIds(await bench.run({ faults: [{ kind: 'delay', until: async () => setClock(jump), match: { nth } }] }));
			expect([run.error, run.hints]).toEqual([calm.error, calm.hints]);
			expect(run.calls.map(({ method, path }) => `${method} ${path}`)).toEqual(calm.calls.map(({ method, path }) => `${method} ${path}`));
			for (let item = 0; item < bench.items; item++) expect(run.rowsOf(item).map(asText)).toEqual(calm.rowsOf(item).map(asText));
		}
	});
});

const club = testClub({ athletes: 200, now: trueTime, dialect: { rateHeaders: 'given' } });

test.each([0, 1, 2, 3])('an execution of three hours sends no POST twice if item %d fails once at its end', async (failing) => {
	const people = club.athletes().slice(10 * failing, 10 * failing + 4);
	const before = club.sandbox.club.userSubscriptions.size;
	const { UserId } = people[failing];
	const isOfFailing = ({ body }: { body: unknown }) => (body as { UserId?: number } | undefined)?.UserId === UserId;
	club.sandbox.inject({ kind: 'status', status: 400, match: { method: 'POST', when: isOfFailing } });
	club.sandbox.inject({ kind: 'delay', until: async () => skip(HOUR), match: { method: 'POST', every: true } });
	const dates = { from: '2026-11-21T00:00:00', to: '2027-11-21T00:00:00' };
	const userId = locator('id', '={{ $json.id }}');
	const parameters = parametersOf('membership.create', { classSubscriptionId: locator('id', 11), userId, ...dates, maxActivities: 10 });
	const { rows, error } = await club.run(parameters, { items: people.map((person) => ({ id: person.UserId })), ...retrying() });
	expect(error).toBeUndefined();
	expect(rows.map((row) => row.UserId)).toEqual(people.map((person) => person.UserId));
	expect(club.sandbox.club.userSubscriptions.size).toBe(before + 4);
});
