import fc from 'fast-check';
import { claim, release, withLock, HandledHere } from '../../../nodes/ClubTrigger/handledEvents';
import { clock } from '../../../nodes/shared/transport/process';
import { Ledger } from '../support/processedRecord.mts';

const claimed = async (ledger: Ledger, ids: string[], claimant: string) => [...(await claim(ledger, ids, claimant))];

describe('events that are acknowledged when the workflow has succeeded', () => {
	const attempt = fc.record({
		ids: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { minLength: 1, maxLength: 3 }),
		ends: fc.constantFrom('success', 'failure'),
		strokes: fc.oneof(fc.constant(Infinity), fc.nat(4)),
	});

	type Attempt = typeof attempt extends fc.Arbitrary<infer A> ? A : never;

	/** Plays a history of deliveries and tells which events were brought to an end. */
	async function play(ledger: Ledger, history: Attempt[]): Promise<Map<string, number>> {
		const successes = new Map<string, number>();
		for (const { ids, ends, strokes } of history) {
			ledger.strokesLeft = strokes;
			try {
				const mine = await claimed(ledger, ids, 'open');
				if (ends === 'failure') continue;
				for (const id of mine) successes.set(id, (successes.get(id) ?? 0) + 1);
				await release(ledger, mine, 'open');
			} catch {
				// Killed on the way: what was handled by then counts, the rest is delivered again.
			}
		}
		ledger.strokesLeft = Infinity;
		return successes;
	}

	/** Whether each event that was never brought to an end in a history is still anybody's to handle. */
	async function expectNothingLost(ledger: Ledger, history: Attempt[]): Promise<void> {
		const successes = await play(ledger, history);
		for (const id of ['a', 'b', 'c', 'd', 'e', 'f'].filter((event) => !successes.has(event))) {
			expect(await claimed(ledger, [id], 'open')).toEqual([id]);
		}
	}

	const undisturbed = (history: Attempt[]): Attempt[] => history.map((one) => ({ ...one, strokes: Infinity }));
	const histories = fc.array(attempt, { maxLength: 12 });

	test.each([
		['whenever n8n is killed', async (history: Attempt[]) => await expectNothingLost(new Ledger(), history)],
		[
			'even if the list forgets its oldest values',
			async (history: Attempt[], most: number) => await expectNothingLost(new Ledger(most), undisturbed(history)),
		],
	])('an unfinished event is never a duplicate, %s', async (_when, law) => {
		await fc.assert(fc.asyncProperty(histories, fc.integer({ min: 6, max: 9 }), law), { numRuns: 200 });
	});

	test('a finished event is not handled again, unless n8n is killed', async () => {
		await fc.assert(
			fc.asyncProperty(histories, async (history) => {
				const ledger = new Ledger();
				for (const [id, times] of await play(ledger, undisturbed(history))) {
					expect(times).toBe(1);
					expect(await claimed(ledger, [id], 'open')).toEqual([]);
				}
			}),
		);
	});
});

describe('n8n’s record of a node', () => {
	test('keeps two values of each of 2,000 events', async () => {
		const ledger = new Ledger();
		await claim(ledger, ['a', 'b'], '1');
		await claim(ledger, ['a'], '2');
		ledger.values = ['1\na'];
		await claim(ledger, ['a'], '1');
		expect([...ledger.lists]).toEqual([JSON.stringify(['node', { mode: 'entries', maxEntries: 4_000 }])]);
	});

	test('distinguishes a first or repeated claim from a duplicate, which leaves no claim', async () => {
		const ledger = new Ledger();
		ledger.values = ['again', 'me\nagain', 'duplicate', 'you\nduplicate', 'me\nforgotten'];
		expect(await claimed(ledger, ['new', 'again', 'duplicate', 'forgotten'], 'me')).toEqual(['new', 'again', 'forgotten']);
		expect(ledger.values).not.toContain('me\nduplicate');
	});

	test('stores the ID of an event before its claim, so that it forgets the ID first', async () => {
		const ledger = new Ledger();
		ledger.values = ['me\na', 'other'];
		await claim(ledger, ['a', 'b'], 'me');
		expect(ledger.values).toEqual(['other', 'b', 'me\nb', 'a', 'me\na']);
	});

	test('is called once more if another process creates it at the same moment, not a third time', async () => {
		const ledger = new Ledger();
		const { checkProcessedAndRecord } = ledger;
		let failures = 1;
		ledger.checkProcessedAndRecord = async (...call) => {
			if (failures-- > 0) throw new Error('duplicate key');
			return await checkProcessedAndRecord.apply(ledger, call);
		};
		expect(await claimed(ledger, ['a'], '1')).toEqual(['a']);
		failures = 2;
		await expect(claim(ledger, ['b'], '1')).rejects.toThrow('duplicate key');
	});
});

/** Work that ends when the test likes. */
function work() {
	let end: (error?: Error) => void = () => {};
	const ended = new Promise<void>((resolve, reject) => (end = (error) => (error ? reject(error) : resolve())));
	return { ended, end };
}

test('withLock runs tasks on a list in order, even after one has failed', async () => {
	const done: string[] = [];
	const [first, second] = [work(), work()];
	const runs = [
		withLock('list', async () => await first.ended.finally(() => done.push('first'))),
		withLock('list', async () => await second.ended.finally(() => done.push('second'))),
	];
	first.end();
	await runs[0];
	runs.push(withLock('list', async () => void done.push('third')));
	await new Promise((resolve) => setImmediate(resolve));
	expect(done).toEqual(['first']);
	second.end(new Error('No record'));
	expect((await Promise.allSettled(runs)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
	expect(done).toEqual(['first', 'second', 'third']);
});

/** A delivery whose answer the test gives when it likes. */
function delivery() {
	let answer: (handled: boolean) => void = () => {};
	const answered = new Promise<boolean>((resolve) => (answer = resolve));
	return { answered, answer };
}

test('HandledHere: of equal events in any batches, one is handled at a time, until one was, and none after that', async () => {
	const batch = fc.record({ events: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1 }), success: fc.boolean() });
	let clubs = 0;
	await fc.assert(
		fc.asyncProperty(fc.array(batch, { minLength: 1, maxLength: 6 }), async (batches) => {
			const [handledHere, club] = [new HandledHere(), ++clubs];
			const [open, done, twice] = [new Set<string>(), new Set<string>(), [] as string[]];
			const handle = async ({ events, success }: (typeof batches)[number]) => {
				const { answered, answer } = delivery();
				const keys = events.map((event) => `${event} of club ${club}`);
				const taken = [...(await handledHere.admit(keys, answered))];
				twice.push(...taken.filter((key) => open.has(key) || done.has(key)));
				for (const key of taken) open.add(key);
				await new Promise((resolve) => setImmediate(resolve));
				for (const key of taken) open.delete(key);
				if (success) for (const key of taken) done.add(key);
				answer(success);
				return success ? keys : [];
			};
			const wanted = (await Promise.all(batches.map(handle))).flat();
			expect([done, twice]).toEqual([new Set(wanted), []]);
		}),
	);
});

test('HandledHere: does not grow without bounds', async () => {
	const handledHere = new HandledHere();
	for (let event = 0; event < 12_000; event++) await handledHere.admit([`e-${event}`], Promise.resolve(true));
	expect((await handledHere.admit(['e-2000'], Promise.resolve(true))).size).toBe(0);
	expect((await handledHere.admit(['e-0'], Promise.resolve(true))).size).toBe(1);
	expect((await handledHere.admit(['e-11999'], Promise.resolve(true))).size).toBe(0);
});

test('HandledHere: an event whose first delivery n8n never answers is handled by one that comes again, after an hour', async () => {
	const [handledHere, waits] = [new HandledHere(), [] as number[]];
	await handledHere.admit(['unanswered'], delivery().answered);
	jest.spyOn(clock, 'sleep').mockImplementation(async (ms) => void waits.push(ms));
	expect(await handledHere.admit(['unanswered'], delivery().answered)).toEqual(new Set(['unanswered']));
	expect(waits).toEqual([3_600_000]);
	jest.restoreAllMocks();
});

test('HandledHere: a late failure does not release an event that another batch has now', async () => {
	const handledHere = new HandledHere();
	const [first, second] = [delivery(), delivery()];
	await handledHere.admit(['a'], first.answered);
	await handledHere.admit(
		Array.from({ length: 10_000 }, (_, event) => `e-${event}`),
		Promise.resolve(true),
	);
	expect(await handledHere.admit(['a'], second.answered)).toEqual(new Set(['a']));
	first.answer(false);
	await new Promise((resolve) => setImmediate(resolve));
	second.answer(true);
	expect(await handledHere.admit(['a'], Promise.resolve(true))).toEqual(new Set());
});
