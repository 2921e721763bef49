import { Scan } from '../../../../nodes/ClubPollTrigger/scan/memory';
import { marksIn } from '../../../../nodes/ClubPollTrigger/scan/snapshot';

/** How long a record of a window is remembered after it, in seconds. */
const KEPT = 14 * 86_400;

const remembered = (memory: Scan) => [...marksIn(memory.stored()).values()].map(({ ids }) => ids[0]);

describe('Scan', () => {
	it('emits nothing for an unlisted record that still exists, nor when it is listed again', () => {
		const memory = new Scan();
		memory.remember({ now: { ids: [7], digest: 'a1', time: 100 } });
		memory.begin();
		const [missed] = memory.unmet();
		memory.keepUnlisted(missed, 100, undefined);
		const later = new Scan(memory.stored());
		later.begin();
		expect(later.unmet()).toEqual([]);
		later.remember(later.compare({ ids: [7], digest: 'a1', time: 100 }, {}));
		expect(later.compare({ ids: [7], digest: 'a1' }, {})).toMatchObject({ added: false, changed: false });
		later.begin();
		expect(later.unmet()).toMatchObject([{ ids: [7] }]);
	});

	it('compares known values, and stores unknown ones without an event', () => {
		const memory = new Scan();
		memory.remember({ now: { ids: [7] } });
		const learned = memory.compare({ ids: [7], digest: 'aaaaaa', values: { Stage: '"Lead"' } }, {});
		expect(learned).toMatchObject({ added: false, changed: false });
		memory.remember(learned);
		expect(memory.compare({ ids: [7], digest: 'bbbbbb', values: { Stage: '"Client"' } }, {})).toMatchObject({
			changed: true,
		});
		expect(memory.compare({ ids: [7] }, {})).toMatchObject({ changed: false });
		memory.keepComparable(false, new Set(['Stage']));
		expect(memory.compare({ ids: [7], digest: 'bbbbbb', values: { Stage: '"Client"' } }, {})).toMatchObject({
			changed: false,
		});
	});

	it('forgets an unlisted class two weeks after it has begun, or if it has no begin', () => {
		const memory = new Scan();
		const begins: Array<[id: number, time?: number]> = [[1, 100], [2, 249], [3, 250], [4, 300], [5]];
		for (const [id, time] of begins) memory.remember({ now: { ids: [id], time } });
		memory.begin();
		memory.remember(memory.compare({ ids: [1], time: 100 }, {}));
		memory.forgetUnmetBefore(KEPT + 250);
		expect(remembered(memory)).toEqual([1, 3, 4]);
	});

	it('keeps a value that is unknown now, and forgets values of events that are not chosen', () => {
		const memory = new Scan();
		memory.remember({ now: { ids: [7], values: { Level: '3', Stage: '"Lead"' } } });
		const difference = memory.compare({ ids: [7], values: { Stage: '"Lead"' } }, {});
		memory.remember(difference);
		expect(memory.compare({ ids: [7] }, {}).before).toMatchObject({ values: { Level: '3', Stage: '"Lead"' } });
		memory.keepComparable(true, new Set(['Stage']));
		expect(memory.compare({ ids: [7] }, {}).before?.values).toEqual({ Stage: '"Lead"' });
	});

	it('keeps the values of an unpublished class until it begins: published again it is new, its values are not', () => {
		const memory = new Scan();
		const marks = [
			{ ids: [1], time: 100, digest: 'aaaaaa', values: { Soon: '100' } },
			{ ids: [2], time: 100, digest: 'aaaaaa' },
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
		const again = new Scan(memory.stored());
		again.remember(differences[0]);
		expect(again.compare(marks[0], {}).added).toBe(false);
		memory.forgetUnmetBefore(KEPT + 101);
		expect(remembered(memory)).toEqual([]);
	});
});
