import fc from 'fast-check';
import { dueLists } from '../../../../nodes/ClubPollTrigger/poll/dueLists';
import { FailingLists } from '../../../../nodes/ClubPollTrigger/poll/problems';
import type { PollState, Progress } from '../../../../nodes/ClubPollTrigger/scan/state';
import { DEFAULTS, type PollSettings } from '../../../../nodes/ClubPollTrigger/defaults';

const HOUR = 3_600_000;
const NOW = 480_000 * HOUR;
const NAMES = ['athletes', 'contacts', 'memberships', 'badges', 'trainings', 'bookings'] as const;

test('of the lists that are due, those that fail come last, and of the others that which has waited longest comes first', () => {
	const list = fc.record({
		readAgo: fc.option(fc.nat(400), { nil: undefined }),
		cost: fc.nat(40),
		fails: fc.nat(3),
		// Somebody may set the clock back by a day.
		ago: fc.constantFrom(HOUR + 1, -24 * HOUR),
		begun: fc.constantFrom({}, { rescan: true }, { progress: {} as Progress }),
	});
	fc.assert(
		fc.property(fc.array(list, { minLength: 2, maxLength: NAMES.length }), fc.integer({ min: 100, max: 25_000 }), (drawn, callsPerDay) => {
			const failing = new FailingLists();
			const lists: PollState['lists'] = {};
			drawn.forEach(({ readAgo, cost, fails, ago, begun }, index) => {
				const begunAt = readAgo === undefined ? undefined : NOW - readAgo * (HOUR / 4);
				lists[NAMES[index]] = { settingsKey: '', begunAt, cost: cost + 1, ...begun };
				if (fails > 0) failing.set(NAMES[index], { times: fails, failedAt: NOW - ago, reportedAt: NOW });
			});
			const due = dueLists({ lists } as PollState, failing, { ...DEFAULTS, callsPerDay } as unknown as PollSettings, NOW);
			const ranks = due.map((name) => [Number(failing.has(name)), lists[name]?.begunAt ?? 0]);
			expect(ranks).toEqual([...ranks].sort(([a, one], [b, other]) => a - b || one - other));
			// What was read to its end waits for its share of the day, but for a tenth of it, and so does a list that has failed twice.
			for (const [name, { begunAt, cost = 1, rescan, progress }] of Object.entries(lists)) {
				const isOver = (since: number) => Math.abs(NOW - since) >= (0.9 * 24 * HOUR * cost * drawn.length) / callsPerDay;
				const { times, failedAt } = failing.get(name) ?? { times: 0, failedAt: 0 };
				const isDue = begunAt === undefined || rescan === true || progress !== undefined || isOver(begunAt);
				expect(due.includes(name as (typeof NAMES)[number])).toBe(isDue && (times < 2 || isOver(failedAt)));
			}
		}),
	);
});
