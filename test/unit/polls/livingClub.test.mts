import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { clubInProcess } from '../../../sandbox/inProcess.mts';
import { ENDING_PRODUCTS, LivingClub } from '../../../sandbox/living/livingClub.mts';
import { compared, type Confusion } from '../../support/living/comparison.mts';
import { casesOf, MAILED } from '../../support/living/figures.mts';
import { wishesOf } from '../../support/living/owner.mts';
import { ALL_EVENTS, PolledClub } from '../../support/living/polledClub.mts';
import { IS_WHOLE } from '../../support/sample.mts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A year in the whole run; the gate has ten days of a smaller club. */
const [DAYS, MEMBERS] = IS_WHOLE ? [365, 400] : [10, 150];

/** What the page of events says that polls miss, by event. */
const MISSES = new Map(
	[...readFileSync('docs/events.md', 'utf8').matchAll(/^\| `(\S+)` \| .+ \| (?:yes|no) \| .+ \| (.+) \|$/gm)].map(([, event, misses]) => [
		event,
		misses,
	]),
);

const REASONS = {
	'between two polls': /poll/,
	'later than Look Back': /Look Back/,
	'visible long after it was earned': /becomes visible/,
	'used up, disabled or gone before the first poll': /before the first poll/,
	'for no reason that the page names': /^$/,
};

describe(`${DAYS} days of a club with ${MEMBERS} members, told by polls and wanted by its owner`, () => {
	let ending: Confusion;

	beforeAll(async () => {
		const clock = { now: Date.parse('2026-01-01T00:00:00Z') };
		const club = clubInProcess(clock);
		const living = new LivingClub(club, clock, { seed: 1, members: MEMBERS });
		living.live(clock.now + 181 * DAY);
		const since = clock.now;
		const trigger = new PolledClub(club, clock, { events: ALL_EVENTS, products: ENDING_PRODUCTS });
		while (clock.now <= since + DAYS * DAY) {
			await trigger.poll();
			living.live(clock.now + 4 * HOUR);
		}
		expect(club.breaches).toEqual([]);
		ending = compared(wishesOf(living.acts, { since, ways: ['term', 'card', 'trial'] }), trigger.told, trigger.polls);
		if (!IS_WHOLE) return;
		mkdirSync('.cache', { recursive: true });
		writeFileSync('.cache/living.json', JSON.stringify({ days: DAYS, members: MEMBERS, ending: ending.rows }));
	}, 3_600_000);

	it('emits no wrong event that starts a mail of a template', () => {
		expect(MAILED.size).toBeGreaterThan(5);
		expect(casesOf({ lost: [], wrong: ending.wrong.filter(({ event }) => MAILED.has(event)) })).toEqual([]);
	});

	it('misses only what the page of events names', () => {
		expect(casesOf({ lost: ending.lost, wrong: [] })).toEqual([]);
		const unnamed = ending.rows.flatMap(({ event, missed }) =>
			Object.keys(missed)
				.filter((reason) => !REASONS[reason as keyof typeof REASONS].test(MISSES.get(event) ?? ''))
				.map((reason) => `${event}: ${reason}`),
		);
		expect(unnamed).toEqual([]);
	});
});
