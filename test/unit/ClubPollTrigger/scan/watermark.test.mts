import fc from 'fast-check';
import { NOTHING_SEEN, ROW_OVERLAP, seeing, unseen } from '../../../../nodes/ClubPollTrigger/scan/watermark';

const rowsOf = (ids: Iterable<number>) => [...ids].map((Id) => ({ Id }));

describe('a list that grows by ids', () => {
	it('gives each ID once, also an ID that appears after larger ones', () => {
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
		expect(mark.seen).toEqual(ids.slice(-ROW_OVERLAP));
		expect(mark.from).toBe(ids[2 * ROW_OVERLAP]);
		expect(seeing(NOTHING_SEEN, [...ids].reverse())).toEqual(mark);
		expect(seeing(mark, ids.slice(0, 7))).toEqual(mark);
	});

	it('begins at the first ID while there are few rows, and ignores rows without an ID', () => {
		expect(NOTHING_SEEN.from).toBe(1);
		expect(seeing(NOTHING_SEEN, [5, 9]).from).toBe(1);
		expect(unseen([{ Id: 3 }, { Id: null }, { Id: '7' }, { Id: 1 }], 'Id', NOTHING_SEEN)).toEqual([{ Id: 1 }, { Id: 3 }]);
		expect(unseen(rowsOf([3, 4, 7, 9]), 'Id', { from: 5, seen: [7] }, new Set([4]))).toEqual(rowsOf([4, 9]));
	});
});
