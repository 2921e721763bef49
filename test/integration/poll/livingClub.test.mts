import { startSandbox, type Sandbox } from '../../../sandbox/index.mts';
import { ENDING_PRODUCTS, LivingClub } from '../../../sandbox/living/livingClub.mts';
import { compared } from '../../support/living/comparison.mts';
import { casesOf, MAILED } from '../../support/living/figures.mts';
import { wishesOf } from '../../support/living/owner.mts';
import { ALL_EVENTS, toldBy } from '../../support/living/polledClub.mts';
import { guardConsole } from '../../support/secrets.mts';
import { PollHost } from './support/pollHost.mts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

guardConsole();

describe('Three weeks of a living club, over HTTP', () => {
	const clock = { now: Date.parse('2026-01-01T00:00:00Z') };
	let sandbox: Sandbox;

	beforeAll(async () => {
		jest.spyOn(Date, 'now').mockImplementation(() => clock.now);
		sandbox = await startSandbox({ rate: false, athletes: 50, now: () => new Date(clock.now) });
	});
	afterAll(async () => {
		jest.restoreAllMocks();
		await sandbox.close();
	});

	it('emit what its owner wants to know, over restarts of n8n', async () => {
		const living = new LivingClub(sandbox, clock, { seed: 2, members: 150 });
		living.live(clock.now + 181 * DAY);
		const since = clock.now;
		const host = new PollHost({ sandbox, events: [...ALL_EVENTS], options: { products: [...ENDING_PRODUCTS] } });
		const told = [];
		const polls = [];
		while (clock.now <= since + 21 * DAY) {
			const known = host.items.length;
			const { error } = polls.length % 20 === 0 ? await host.start() : await host.poll();
			expect(error).toBeUndefined();
			told.push(...host.items.slice(known).map((item) => toldBy(item, clock.now)));
			polls.push(clock.now);
			living.live(clock.now + 4 * HOUR);
		}
		expect(told.length).toBeGreaterThan(500);
		const { lost, wrong } = compared(wishesOf(living.acts, { since, ways: ['term', 'card', 'trial'] }), told, polls);
		expect(casesOf({ lost, wrong: wrong.filter(({ event }) => MAILED.has(event)) })).toEqual([]);
		expect(sandbox.breaches).toEqual([]);
	}, 300_000);
});
