import { Scan } from '../../../../nodes/ClubPollTrigger/scan/memory';
import { marksIn } from '../../../../nodes/ClubPollTrigger/scan/snapshot';

test('a scan forgets an unlisted class two weeks after it has begun, or if it has no begin, and who else is gone at once', () => {
	const memory = new Scan();
	const begins: Array<[id: number, time?: number]> = [[1, 100], [2, 249], [3, 250], [4, 300], [5]];
	for (const [id, time] of begins) memory.remember({ now: { ids: [id], time } });
	memory.begin();
	memory.remember(memory.compare({ ids: [1], time: 100 }, {}));
	memory.forgetUnmetBefore(14 * 86_400 + 250);
	memory.forget({ ids: [4], values: { Soon: '100' } });
	expect([...marksIn(memory.stored()).values()].map(({ ids }) => ids[0])).toEqual([1, 3]);
});
