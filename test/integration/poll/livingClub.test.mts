import { useTimeWithoutWaits } from './support/waits.mts';
import { startSandbox, type Sandbox } from '../../../sandbox/index.mts';
import { randomFrom } from '../../../sandbox/random.mts';
import { ENDING_PRODUCTS, LivingClub } from '../../../sandbox/living/livingClub.mts';
import { compared } from '../../support/living/comparison.mts';
import { casesOf, MAILED } from '../../support/living/figures.mts';
import { wishesOf } from '../../support/living/owner.mts';
import { ALL_EVENTS, toldBy } from '../../support/living/polledClub.mts';
import { dialectOfRun } from '../../support/dialect.mts';
import { guardConsole } from '../../support/secrets.mts';
import { PollHost } from './support/pollHost.mts';
import { DAY, HOUR } from './support/time.mts';

guardConsole();

/** What a poll can meet, one of these a day. */
const FAULTS: ReadonlyArray<Parameters<Sandbox['inject']>[0]> = [
	{ kind: 'status', status: 400 },
	{ kind: 'drop', times: 8 },
	{ kind: 'status', status: 503, times: 8 },
	{ kind: 'truncate', times: 8 },
];

// The clocks of Europe change in the weeks of the second one.
describe.each([
	['as the sandbox writes it', '2026-01-01T00:00:00Z', {}],
	[
		'in local times, with other names and without what is empty',
		'2025-09-15T00:00:00Z',
		{ classTimes: 'local', suspensionTimes: 'noOffset', nulls: 'missing', participation: 'status', attendanceNames: 'windows' },
	],
] as const)('Five days of a living club, over HTTP, %s', (_, start, dialect) => {
	const clock = { now: Date.parse(start) };
	const waited = useTimeWithoutWaits(() => clock.now);
	let sandbox: Sandbox;

	beforeAll(async () => {
		sandbox = await startSandbox({ rate: false, athletes: 50, now: () => new Date(clock.now), dialect: dialectOfRun(dialect) });
	});
	afterAll(async () => await sandbox.close());

	it('emit what its owner wants to know, over faults, late polls, restarts and a killed n8n', async () => {
		const { int } = randomFrom(3);
		const living = new LivingClub(sandbox, clock, { seed: 2, members: 60 });
		living.live(clock.now + 181 * DAY);
		const since = clock.now;
		const host = new PollHost({ sandbox, events: [...ALL_EVENTS], products: ENDING_PRODUCTS });
		const told = [];
		/** Those that met no fault and were not killed: what only another one could see may be missed. */
		const polls: number[] = [];
		for (let poll = 0; clock.now <= since + 5 * DAY; poll++) {
			const known = host.items.length;
			const isFaulty = poll % 6 === 4;
			if (isFaulty) {
				sandbox.inject({ ...FAULTS[int(0, FAULTS.length - 1)], match: { nth: int(1, 12) } });
				await host.poll();
				sandbox.clearFaults();
			}
			const isKilled = poll % 25 === 7;
			if (isKilled) {
				// Killed before n8n has stored what this poll found.
				const { stored } = host;
				const before = host.items.length;
				await host.poll();
				host.stored = stored;
				host.items.length = before;
			}
			const { error } = isKilled || poll % 20 === 0 ? await host.start() : await host.poll();
			expect(error).toBeUndefined();
			told.push(...host.items.slice(known).map((item) => toldBy(item, clock.now)));
			if (!isFaulty && !isKilled) polls.push(clock.now);
			living.live(clock.now + (poll % 9 === 2 ? int(5, 20) : 4) * HOUR);
			waited.ahead = 0;
		}
		expect(told.length).toBeGreaterThan(80);
		const { lost, wrong } = compared(wishesOf(living.acts, { since, ways: ['term', 'card', 'trial'] }), told, polls, 2 * DAY);
		expect(casesOf({ lost, wrong: wrong.filter(({ event }) => MAILED.has(event)) })).toEqual([]);
		expect(sandbox.breaches).toEqual([]);
	}, 300_000);
});
