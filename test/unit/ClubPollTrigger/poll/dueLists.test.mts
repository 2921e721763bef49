import fc from 'fast-check';
import { dueLists } from '../../../../nodes/ClubPollTrigger/poll/dueLists';
import { FailingLists } from '../../../../nodes/ClubPollTrigger/poll/problems';
import type { PollState } from '../../../../nodes/ClubPollTrigger/scan/state';
import { DEFAULTS, type PollSettings } from '../../../../nodes/ClubPollTrigger/defaults';

const HOUR = 3_600_000;
const NOW = 480_000 * HOUR;
const NAMES = ['athletes', 'contacts', 'memberships', 'badges', 'trainings', 'bookings'] as const;

test('of the lists that are due, those that fail come last, and of the others that which has waited longest comes first', () => {
	const list = fc.record({
		readAgo: fc.option(fc.nat(400), { nil: undefined }),
		cost: fc.nat(40),
		fails: fc.boolean(),
		hasBegun: fc.boolean(),
	});
	fc.assert(
		fc.property(fc.array(list, { minLength: 2, maxLength: NAMES.length }), fc.integer({ min: 100, max: 25_000 }), (drawn, callsPerDay) => {
			const failing = new FailingLists();
			const lists: PollState['lists'] = {};
			drawn.forEach(({ readAgo, cost, fails, hasBegun }, index) => {
				const begunAt = readAgo === undefined ? undefined : NOW - readAgo * (HOUR / 4);
				lists[NAMES[index]] = { settingsKey: '', begunAt, cost: cost + 1, rescan: hasBegun || undefined };
				if (fails) failing.set(NAMES[index], { times: 1, failedAt: NOW - HOUR, reportedAt: NOW });
			});
			const due = dueLists({ lists } as PollState, failing, { ...DEFAULTS, callsPerDay } as unknown as PollSettings, NOW);
			const ranks = due.map((name) => [Number(failing.has(name)), lists[name]?.begunAt ?? 0]);
			expect(ranks).toEqual([...ranks].sort(([a, one], [b, other]) => a - b || one - other));
			// What was never read, or not to its end, is due.
			const must = NAMES.filter((name) => lists[name] && (lists[name].begunAt === undefined || lists[name].rescan));
			expect(due).toEqual(expect.arrayContaining(must));
			// The others wait for their share of the day, but for a tenth of it.
			for (const [name, { begunAt = 0, cost = 1, rescan }] of Object.entries(lists))
				if (begunAt > 0 && !rescan)
					expect(due.includes(name as (typeof NAMES)[number])).toBe(NOW - begunAt >= (0.9 * 24 * HOUR * cost * drawn.length) / callsPerDay);
		}),
	);
});
