import fc from 'fast-check';
import type { PackedMarks } from '../../../nodes/ClubPollTrigger/scan/snapshot';
import { unpackMarks } from '../../../nodes/ClubPollTrigger/scan/snapshot';
import { Scan } from '../../../nodes/ClubPollTrigger/scan/comparison';

type Club = Map<number, string>;

const club: fc.Arbitrary<Club> = fc
	.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.constantFrom('a1', 'b2', 'c3')), { selector: ([id]) => id, maxLength: 20 })
	.map((rows) => new Map(rows));

/** A whole scan of a club: what it finds, and what is remembered then. Its pages come in any order, and over several polls. */
function scan(packed: PackedMarks | undefined, now: Club, pauses: number[]) {
	let memory = new Scan(packed);
	memory.begin();
	const found = { added: [] as number[], changed: [] as number[], removed: [] as number[] };
	[...now].forEach(([id, digest], index) => {
		if (pauses.includes(index)) memory = new Scan(JSON.parse(JSON.stringify(memory.pack())) as PackedMarks);
		const difference = memory.compare({ ids: [id], digest }, {});
		if (difference.added) found.added.push(id);
		if (difference.changed) found.changed.push(id);
		memory.remember(difference);
	});
	for (const mark of memory.unmet()) {
		found.removed.push(mark.ids[0]);
		memory.forget(mark);
	}
	return { found, packed: memory.pack() };
}

const remembered = (memory: Scan) => [...unpackMarks(memory.pack()).values()].map(({ ids }) => ids[0]);

const sorted = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b);

describe('a scan', () => {
	it('finds exactly what differs between two states of a list, once, wherever it pauses', () => {
		fc.assert(
			fc.property(fc.array(club, { minLength: 2, maxLength: 5 }), fc.array(fc.nat(20)), (states, pauses) => {
				let packed = scan(undefined, states[0], pauses).packed;
				for (let i = 1; i < states.length; i++) {
					const [before, now] = [states[i - 1], states[i]];
					const result = scan(packed, now, pauses);
					expect(sorted(result.found.added)).toEqual(sorted([...now.keys()].filter((id) => !before.has(id))));
					expect(sorted(result.found.removed)).toEqual(sorted([...before.keys()].filter((id) => !now.has(id))));
					expect(sorted(result.found.changed)).toEqual(
						sorted([...now.keys()].filter((id) => before.has(id) && before.get(id) !== now.get(id))),
					);
					packed = result.packed;
				}
			}),
		);
	});

	it('misses what is there unlisted once, and knows it when it is listed again', () => {
		const memory = new Scan();
		memory.remember({ now: { ids: [7], digest: 'a1', at: 100 } });
		memory.begin();
		const [missed] = memory.unmet();
		memory.keepAbsent(missed, 'unlisted', 100);
		const later = new Scan(memory.pack());
		later.begin();
		expect(later.unmet()).toEqual([]);
		later.remember(later.compare({ ids: [7], digest: 'a1', at: 100 }, {}));
		expect(later.compare({ ids: [7], digest: 'a1' }, {})).toMatchObject({ added: false, changed: false });
		later.begin();
		expect(later.unmet()).toMatchObject([{ ids: [7] }]);
		later.forgetUnmetBefore(100);
		expect(remembered(later)).toEqual([7]);
		later.forgetUnmetBefore(101);
		expect(remembered(later)).toEqual([]);
	});

	it('compares what is known with what is known, and learns the rest', () => {
		const memory = new Scan();
		memory.remember({ now: { ids: [7] } });
		const learned = memory.compare({ ids: [7], digest: 'aaaaaa', values: { Stage: '"Lead"' } }, {});
		expect(learned).toMatchObject({ added: false, changed: false });
		memory.remember(learned);
		expect(memory.compare({ ids: [7], digest: 'bbbbbb', values: { Stage: '"Client"' } }, {})).toMatchObject({
			changed: true,
		});
		expect(memory.compare({ ids: [7] }, {})).toMatchObject({ changed: false });
		memory.keepKnown(false, new Set(['Stage']));
		expect(memory.compare({ ids: [7], digest: 'bbbbbb', values: { Stage: '"Client"' } }, {})).toMatchObject({
			changed: false,
		});
	});

	it('forgets what has begun, or does not say when it begins, when it is not listed any more', () => {
		const memory = new Scan();
		const begins: Array<[id: number, at?: number]> = [[1, 100], [2, 249], [3, 250], [4, 300], [5]];
		for (const [id, at] of begins) memory.remember({ now: { ids: [id], at } });
		memory.begin();
		memory.remember(memory.compare({ ids: [1], at: 100 }, {}));
		memory.forgetUnmetBefore(250);
		expect(remembered(memory)).toEqual([1, 3, 4]);
	});

	it('keeps the value that is unknown now, and forgets the values of other events', () => {
		const memory = new Scan();
		memory.remember({ now: { ids: [7], values: { Level: '3', Stage: '"Lead"' } } });
		const difference = memory.compare({ ids: [7], values: { Stage: '"Lead"' } }, {});
		memory.remember(difference);
		expect(memory.compare({ ids: [7] }, {}).before).toMatchObject({ values: { Level: '3', Stage: '"Lead"' } });
		memory.keepKnown(true, new Set(['Stage']));
		expect(memory.compare({ ids: [7] }, {}).before?.values).toEqual({ Stage: '"Lead"' });
	});

	it('knows the values of what was taken back until it has begun: it is new then, and its values are not', () => {
		const memory = new Scan();
		const marks = [
			{ ids: [1], at: 100, digest: 'aaaaaa', values: { Soon: '100' } },
			{ ids: [2], at: 100, digest: 'aaaaaa' },
			{ ids: [3], values: { Soon: '100' } },
		];
		for (const now of marks) memory.remember({ now });
		memory.begin();
		for (const mark of memory.unmet()) memory.forget(mark);
		expect(memory.unmet()).toEqual([]);
		const differences = marks.map((now) => memory.compare({ ...now, digest: 'bbbbbb' }, {}));
		expect(differences.map(({ added, changed, before }) => [added, changed, before?.values])).toEqual([
			[true, false, { Soon: '100' }],
			[true, false, undefined],
			[true, false, undefined],
		]);
		const again = new Scan(memory.pack());
		again.remember(differences[0]);
		expect(again.compare(marks[0], {}).added).toBe(false);
		memory.forgetUnmetBefore(101);
		expect(remembered(memory)).toEqual([]);
	});
});
