import { inTurn } from '../../../nodes/shared/records/handledRecord';
import { Journals, KeptRecord } from '../../../nodes/shared/records/journal';
import { clock } from '../../../nodes/shared/transport/clock';
import { Ledger } from './ledger.mts';
import { VirtualTime } from './overlapping.mts';

const LIST = { scope: 'workflow', most: 50 } as const;
const OPTIONS = { mode: 'entries', maxEntries: 50 } as const;

/** When what was written at the beginning is written again, in seconds. */
const AGAIN = [1, 2, 4, 8, 16];

let time: VirtualTime;

beforeEach(() => {
	time = new VirtualTime();
	jest.spyOn(clock, 'sleep').mockImplementation(time.sleep);
});

/** The record of a workflow as a process uses it, and when it was called with what, in seconds. */
function open({ journals = new Journals(), workflow = 'w', ledger = new Ledger() } = {}) {
	const calls: Array<[seconds: number, change: 'in' | 'out', ...values: unknown[]]> = [];
	const complaints: string[] = [];
	const record = new KeptRecord(
		{
			async checkProcessedAndRecord(items, ...list) {
				calls.push([time.now / 1_000, 'in', ...items]);
				return await ledger.checkProcessedAndRecord(items, ...list);
			},
			async removeProcessed(items, ...list) {
				calls.push([time.now / 1_000, 'out', ...items]);
				await ledger.removeProcessed(items, ...list);
			},
		},
		journals.of(workflow),
	);
	return {
		calls,
		complaints,
		ledger,
		keep: async () => await record.keep('turn', LIST, { debug: (text: string) => complaints.push(text) } as never),
		put: async (...values: string[]) => await record.checkProcessedAndRecord(values, 'workflow', OPTIONS),
		takeOut: async (...values: string[]) => await record.removeProcessed(values, 'workflow', OPTIONS),
		forget: async (...values: string[]) => await record.forget(values, 'workflow', OPTIONS),
		hold: (...values: string[]) => record.hold(values),
	};
}

/** Lets something happen after so many seconds. */
const after = async (seconds: number, work: () => Promise<unknown> | void) => await time.sleep(1_000 * seconds).then(work);

describe('what a process has written to n8n’s record', () => {
	it('is written again after pauses that grow, for a quarter of a minute', async () => {
		const record = open();
		await record.put('a');
		await record.takeOut('b');
		void record.keep();
		await time.run();
		const again = AGAIN.flatMap((seconds) => [
			[seconds, 'in', 'a'],
			[seconds, 'out', 'b'],
		]);
		expect(record.calls).toEqual([[0, 'in', 'a'], [0, 'out', 'b'], ...again]);
		expect(record.complaints).toEqual([]);
	});

	it('is the whole of it in one call, and a value as it was written last', async () => {
		const record = open();
		await record.put('a', 'b', 'c');
		await record.takeOut('b');
		record.hold('d');
		record.calls.length = 0;
		void record.keep();
		await time.run();
		expect(record.calls.slice(0, 2)).toEqual([
			[1, 'in', 'a', 'c', 'd'],
			[1, 'out', 'b'],
		]);
	});

	it('comes back at once where another worker undoes it, and goes again', async () => {
		const { ledger, put, takeOut, keep } = open();
		await put('a', 'b');
		await takeOut('b');
		void keep();
		void after(3, () => void (ledger.values = ['b']));
		await time.run();
		expect(ledger.values).toEqual(['a']);
		expect([...ledger.lists]).toEqual([JSON.stringify(['workflow', OPTIONS])]);
	});

	it('is written again soon once there is something new, each for its own quarter of a minute', async () => {
		const record = open();
		await record.put('a');
		void record.keep();
		void after(5, async () => {
			await record.put('b');
			await record.keep();
		});
		await time.run();
		expect(record.calls).toEqual([
			[0, 'in', 'a'],
			[1, 'in', 'a'],
			[2, 'in', 'a'],
			[4, 'in', 'a'],
			[5, 'in', 'b'],
			[8, 'in', 'a', 'b'],
			[9, 'in', 'a', 'b'],
			[11, 'in', 'a', 'b'],
			[15, 'in', 'a', 'b'],
			[23, 'in', 'b'],
		]);
	});

	it('is no news where it was in the record already, nor where nothing is held', async () => {
		const record = open();
		record.ledger.values = ['known'];
		await record.put('a');
		void record.keep();
		void after(3, async () => {
			await record.put('known');
			record.hold();
		});
		await time.run();
		expect(record.calls.filter(([seconds]) => seconds !== 3)).toEqual([0, ...AGAIN].map((seconds) => [seconds, 'in', 'a']));
	});

	it('is not written again where it was given back: whoever writes it next is not undone', async () => {
		const record = open();
		await record.put('a', 'b');
		await record.takeOut('c');
		await record.forget('a', 'c');
		expect(record.ledger.values).toEqual(['b']);
		record.calls.length = 0;
		void record.keep();
		await time.run();
		expect(record.calls).toEqual(AGAIN.map((seconds) => [seconds, 'in', 'b']));
	});

	it('is only taken out again where nothing was put in', async () => {
		const record = open();
		await record.takeOut('a');
		void record.keep();
		await time.run();
		expect(record.calls).toEqual([0, ...AGAIN].map((seconds) => [seconds, 'out', 'a']));
	});

	it('is forgotten beyond a thousand workflows, what was not used for longest first', () => {
		const journals = new Journals();
		const all = Array.from({ length: 1_000 }, (_, workflow) => journals.of(String(workflow)));
		expect(journals.of('0')).toBe(all[0]);
		journals.of('another');
		expect(journals.of('0')).toBe(all[0]);
		expect(journals.of('1')).not.toBe(all[1]);
	});

	it('is left alone where nothing has been written', async () => {
		const record = open();
		void record.keep();
		await time.run();
		expect([record.calls, time.now]).toEqual([[], 0]);
	});

	it('is written again by one of those who use the record of a workflow in a process, and by each process', async () => {
		const journals = new Journals();
		const [one, other] = [open({ journals }), open({ journals })];
		const [elsewhere, ofOther] = [open(), open({ journals, workflow: 'other' })];
		await one.put('a');
		await other.put('b');
		await ofOther.put('c');
		const all = [one, other, elsewhere, ofOther];
		for (const { calls } of all) calls.length = 0;
		for (const { keep } of all) void keep();
		await time.run();
		const of = (...values: string[]) => AGAIN.map((seconds) => [seconds, 'in', ...values]);
		expect(all.map(({ calls }) => calls)).toEqual([of('a', 'b'), [], [], of('c')]);
	});

	it('is written again anew after a time in which nothing was', async () => {
		const record = open();
		await record.put('a');
		void record.keep();
		await time.run();
		record.calls.length = 0;
		await record.put('b');
		void record.keep();
		await time.run();
		expect(record.calls).toEqual([16, 17, 18, 20, 24, 32].map((seconds) => [seconds, 'in', 'b']));
	});

	it('is tried again where n8n’s database fails, and the log says so', async () => {
		const record = open();
		await record.put('a');
		record.ledger.strokesLeft = 0;
		void record.keep();
		void after(5, () => void (record.ledger.strokesLeft = Infinity));
		await time.run();
		expect(record.calls.map(([seconds]) => seconds)).toEqual([0, ...AGAIN]);
		expect(record.complaints).toEqual(Array(3).fill('Which events of the club are handled could not be written again'));
	});

	it('waits for its turn', async () => {
		const record = open();
		await record.put('a');
		void inTurn('turn', async () => await time.sleep(5_000));
		void record.keep();
		await time.run();
		expect(record.calls.map(([seconds]) => seconds)).toEqual([0, 5, 6, 8, 12, 20]);
	});
});
