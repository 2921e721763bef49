import fc from 'fast-check';
import { unpackNumbers } from '../../../../nodes/ClubPollTrigger/scan/snapshot';
import {
	NOTHING_SEEN,
	pauseBetween,
	ROW_OVERLAP,
	seeing,
	spend,
	spentInDay,
	unseen,
} from '../../../../nodes/ClubPollTrigger/scan/watermark';

const rowsOf = (ids: Iterable<number>) => [...ids].map((Id) => ({ Id }));
const HOUR = 3_600_000;

describe('a list that grows by ids', () => {
	it('gives each id once, also those that show up after larger ones, however far apart they are', () => {
		const batches = fc.array(fc.uniqueArray(fc.integer({ min: 1, max: 20_000 }), { maxLength: 12 }), { maxLength: 7 });
		fc.assert(
			fc.property(batches, (distances) => {
				const visible = new Set<number>([30_000]);
				let mark = seeing(NOTHING_SEEN, [30_000]);
				const given: number[] = [30_000];
				for (const batch of distances) {
					// Below the largest id, or above it.
					for (const distance of batch) visible.add(Math.max(...visible) - distance + 3_000);
					const fresh = unseen(rowsOf([...visible].filter((id) => id >= mark.from)), 'Id', mark).map(({ Id }) => Id as number);
					// A poll may end in the middle: what is left comes with the next one.
					const taken = fresh.slice(0, 5);
					mark = seeing(mark, taken);
					given.push(...taken);
					for (let rest = unseen(rowsOf(visible), 'Id', mark); rest.length > 0; rest = unseen(rowsOf(visible), 'Id', mark)) {
						mark = seeing(mark, [rest[0].Id as number]);
						given.push(rest[0].Id as number);
					}
				}
				expect(new Set(given).size).toBe(given.length);
				expect([...given].sort()).toEqual([...visible].sort());
			}),
		);
	});

	it('remembers no more than the newest rows, in whatever order they came', () => {
		const ids = Array.from({ length: 3 * ROW_OVERLAP }, (_, index) => 7 * index + 1);
		const mark = seeing(NOTHING_SEEN, ids);
		expect(unpackNumbers(mark.seen)).toEqual(ids.slice(-ROW_OVERLAP));
		expect(mark.from).toBe(ids[2 * ROW_OVERLAP]);
		expect(seeing(NOTHING_SEEN, [...ids].reverse())).toEqual(mark);
		expect(seeing(mark, ids.slice(0, 7))).toEqual(mark);
	});

	it('begins at the first id while there are few rows, and passes over rows without an id', () => {
		expect(NOTHING_SEEN.from).toBe(1);
		expect(seeing(NOTHING_SEEN, [5, 9]).from).toBe(1);
		expect(unseen([{ Id: 3 }, { Id: null }, { Id: '7' }, { Id: 1 }], 'Id', NOTHING_SEEN)).toEqual([{ Id: 1 }, { Id: 3 }]);
	});
});

describe('the calls of a day', () => {
	it('are those of the last 24 hours', () => {
		const start = 480_000 * HOUR;
		let spent = spend([], 10, start);
		spent = spend(spent, 5, start + HOUR / 2);
		spent = spend(spent, 7, start + 20 * HOUR);
		expect(spentInDay(spent, start + 23 * HOUR).calls).toBe(22);
		expect(spentInDay(spent, start + 24 * HOUR).calls).toBe(7);
		expect(spend(spent, 1, start + 30 * HOUR)).toHaveLength(2);
	});

	it('are spread evenly: each list has the same share, whatever it costs', () => {
		fc.assert(
			fc.property(
				fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 11 }),
				fc.integer({ min: 1, max: 25_000 }),
				(costs, callsPerDay) => {
					const perDay = costs.reduce((sum, cost) => sum + (cost * 24 * HOUR) / pauseBetween(cost, costs.length, callsPerDay), 0);
					expect(perDay).toBeCloseTo(callsPerDay, 3);
				},
			),
		);
	});
});
