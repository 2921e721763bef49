import { clock } from '../../../nodes/shared/transport/clock';
import { badge, execution, newProcess, type Kind } from './execution.mts';
import { dice, OverlappingRecord, VirtualTime } from './overlapping.mts';

const EVENTS = 300;

/**
 * Two workers on which deliveries of events and polls run, as many at a time as there are; the workers end, once what they
 * have in hand has ended, and new ones go on.
 * @returns how often each event was handled, and how many calls of the record undid another
 */
async function history(seed: number): Promise<{ times: number[]; undone: number }> {
	const time = new VirtualTime();
	jest.spyOn(clock, 'sleep').mockImplementation(time.sleep);
	const random = dice(seed);
	const record = new OverlappingRecord(time, () => 10 + 70 * random() ** 2);
	const times = new Array<number>(EVENTS).fill(0);
	const underWay = new Set<Promise<void>>();
	// The turns of a process go by the name of the workflow, and these two share this one.
	const newWorker = (name: string) => ({ skip: newProcess(), connection: record.connect(), workflow: name });
	let workers = [newWorker('first'), newWorker('second')];

	const run = async (kind: Kind, ids: number[]) => {
		const { skip, connection, workflow } = workers[Math.floor(random() * 2)];
		const { taken, end } = await execution(
			skip,
			connection,
			kind,
			ids.map((id) => badge(id + 1, { id })),
			{ workflow },
		);
		await time.sleep(200 * random() * taken.length);
		for (const id of taken) times[Number(id)]++;
		await end(true);
	};
	const start = (kind: Kind, ids: number[]) => {
		const running = run(kind, ids).finally(() => underWay.delete(running));
		underWay.add(running);
	};

	const scenario = async () => {
		for (let id = 0; id < EVENTS; id++) {
			await time.sleep(150 * random());
			if (id % 10 >= 3) start('clubTrigger', [id]);
			if (id % 50 === 49)
				start(
					'clubPollTrigger',
					Array.from({ length: 50 }, (_, n) => id - n),
				);
			if (id !== EVENTS / 2) continue;
			await Promise.all(underWay);
			for (const { connection } of workers) connection.end();
			workers = [newWorker('third'), newWorker('fourth')];
		}
		await time.sleep(120_000);
		await Promise.all(underWay);
		start(
			'clubPollTrigger',
			times.map((_, id) => id),
		);
	};
	void scenario();
	await time.run();
	return { times, undone: record.undone };
}

describe('two workers that undo what the other has written', () => {
	test.each([1, 2, 3, 4])('handle each event once (history %i)', async (seed) => {
		const { times, undone } = await history(seed);
		expect(undone).toBeGreaterThan(100);
		expect({ missed: times.filter((count) => count === 0).length, twice: times.filter((count) => count > 1).length }).toEqual({
			missed: 0,
			twice: 0,
		});
	});
});
