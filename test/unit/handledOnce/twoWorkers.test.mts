import type { IDataObject } from 'n8n-workflow';
import type { Deferred } from '../../../nodes/ClubPollTrigger/scan/emission';
import { defer } from '../../../nodes/ClubPollTrigger/scan/emission';
import { clock } from '../../../nodes/shared/transport/process';
import { badge, execution, newProcess, type Kind } from '../support/execution.mts';
import { dice, OverlappingRecord, VirtualTime } from '../support/overlapping.mts';

const EVENTS = 2_000;
const POLL_MS = 60_000;
const HOUR_MS = 3_600_000;

interface History {
	/** How often each event was handled. */
	times: number[];
	/** Events that a killed worker had handled in an execution that did not end. */
	inHand: number;
	/** How many calls of the record overwrote another. */
	undone: number;
}

/**
 * Two workers on which deliveries and polls run, as many at a time as there are. Three of ten deliveries never come. A
 * worker is killed twice: with deliveries in hand, and with the items of a poll. n8n is down for an hour, and what the club
 * delivered then comes again after the poll has emitted it.
 */
async function history(seed: number): Promise<History> {
	const time = new VirtualTime();
	const start = Date.parse('2026-03-02T10:00:00Z');
	jest.spyOn(clock, 'now').mockImplementation(() => start + time.now);
	jest.spyOn(clock, 'sleep').mockImplementation(time.sleep);
	const random = dice(seed);
	const record = new OverlappingRecord(time, () => 10 + 70 * random() ** 2);
	const events: Array<{ at: number; id: number }> = [];
	const times = new Array<number>(EVENTS).fill(0);
	const inHand = new Set<number>();
	let named = 0;
	const newWorker = () => ({
		process: newProcess(),
		connection: record.connect(),
		workflow: `worker ${named++}`,
		isAlive: true,
		has: new Set<number>(),
	});
	let workers = [newWorker(), newWorker()];

	const kill = (worker: (typeof workers)[number]) => {
		worker.isAlive = false;
		worker.connection.end();
		for (const id of worker.has) inHand.add(id);
		workers = [...workers.filter(({ isAlive }) => isAlive), newWorker()];
	};

	const run = async (kind: Kind, items: IDataObject[], worker = workers[Math.floor(random() * 2)]) => {
		const { taken, end } = await execution(worker.process, worker.connection, kind, items, { workflow: worker.workflow });
		for (const id of taken) {
			await time.sleep(200 * random());
			if (!worker.isAlive) return;
			times[Number(id)]++;
			worker.has.add(Number(id));
		}
		await time.sleep(100);
		if (!worker.isAlive) return;
		const hasEnded = await end(true).then(
			() => true,
			() => false,
		);
		for (const id of hasEnded ? taken : []) worker.has.delete(Number(id));
	};

	const itemOf = ({ at, id }: { at: number; id: number }): IDataObject =>
		badge(id + 1, { id: String(id), ids: id, eventTime: new Date(start + at).toISOString() });

	let deferred: Deferred = {};
	let read = 0;
	let isDown = false;
	const poll = (onWorker?: (typeof workers)[number]) => {
		const found = events.slice(read).map(itemOf);
		read = events.length;
		const { items, deferred: later } = defer(deferred, found, clock.now(), true);
		deferred = later;
		if (items.length > 0) void run('clubPollTrigger', items, onWorker);
	};
	let polls = 0;
	const polling = async () => {
		for (; polls < 400; polls++) {
			await time.sleep(POLL_MS);
			if (!isDown) poll();
		}
	};

	const happen = async (count: number) => {
		for (let n = 0; n < count; n++) {
			await time.sleep(150 * random());
			const event = { at: time.now, id: events.length };
			events.push(event);
			if (event.id % 10 < 3) continue;
			if (isDown) late.push(event);
			else void run('clubTrigger', [itemOf(event)]);
		}
	};
	const late: Array<{ at: number; id: number }> = [];

	const scenario = async () => {
		await happen(EVENTS * 0.4);
		kill(workers[0]);
		await happen(EVENTS * 0.3);
		isDown = true;
		await time.sleep(HOUR_MS / 2);
		await happen(EVENTS * 0.1);
		await time.sleep(HOUR_MS / 2);
		isDown = false;
		poll();
		await time.sleep(2 * POLL_MS);
		// The items of a poll are in hand, one after the other.
		const [worker] = workers;
		poll(worker);
		await time.sleep(3_000);
		kill(worker);
		for (const event of late) void run('clubTrigger', [itemOf(event)]);
		await happen(EVENTS * 0.2);
	};
	void polling();
	void scenario();
	await time.run();
	return { times, inHand: inHand.size, undone: record.undone };
}

describe('two workers that overwrite each other’s values', () => {
	test.each([1, 2])(
		'miss no event, and handle twice only what a killed worker was handling and one in a thousand (history %i)',
		async (seed) => {
			const { times, inHand, undone } = await history(seed);
			const twice = times.filter((count) => count > 1).length;
			expect(undone).toBeGreaterThan(100);
			expect(inHand).toBeGreaterThan(4);
			expect(times.filter((count) => count === 0)).toEqual([]);
			expect(twice).toBeLessThanOrEqual(inHand + EVENTS / 1_000);
		},
		120_000,
	);

	test('handle once an event that comes twice at the same time, as the last one', async () => {
		const time = new VirtualTime();
		jest.spyOn(clock, 'now').mockImplementation(() => time.now);
		jest.spyOn(clock, 'sleep').mockImplementation(time.sleep);
		const random = dice(1);
		const record = new OverlappingRecord(time, () => 10 + 70 * random() ** 2);
		const workers = ['worker 1', 'worker 2'].map((workflow) => ({ process: newProcess(), connection: record.connect(), workflow }));
		const PAIRS = 200;
		const times = new Array<number>(2 * PAIRS).fill(0);
		const run = async (worker: (typeof workers)[number], kind: Kind, items: IDataObject[]) => {
			const { taken, end } = await execution(worker.process, worker.connection, kind, items, worker);
			for (const id of taken) times[Number(id)]++;
			await time.sleep(200 * random());
			await end(true);
		};
		const pairs = async () => {
			for (let pair = 0; pair < PAIRS; pair++) {
				const items = [2 * pair, 2 * pair + 1].map((id) => badge(id + 1, { id: String(id), eventTime: new Date(time.now).toISOString() }));
				void workers.map((worker, n) => run(worker, 'clubTrigger', [items[n]]));
				await time.sleep(3 * POLL_MS);
				void run(workers[pair % 2], 'clubPollTrigger', items);
				await time.sleep(3 * POLL_MS);
				void run(
					workers[pair % 2],
					'clubPollTrigger',
					items.map((item) => ({ ...item, isReEmitted: true })),
				);
				await time.sleep(3 * POLL_MS);
			}
		};
		void pairs();
		await time.run();
		expect(record.undone).toBeGreaterThan(100);
		expect(times.filter((count) => count !== 1)).toEqual([]);
	});
});
