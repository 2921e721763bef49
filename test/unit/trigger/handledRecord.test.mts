import fc from 'fast-check';
import {
	areDone,
	bringToEnd,
	claim,
	claimedBy,
	inTurn,
	reclaim,
	release,
	valuesOf,
	writeDone,
	type List,
} from '../../../nodes/shared/records/handledRecord';
import { Ledger } from './ledger.mts';

const own = async (ledger: Ledger, ids: string[], claimant: string) => [...(await claim(ledger, ids, claimant)).own];

describe('acknowledged when received', () => {
	test('another execution with the same event drops it, and does so again', async () => {
		const ledger = new Ledger();
		expect(await own(ledger, ['a', 'b'], '1')).toEqual(['a', 'b']);
		expect(await own(ledger, ['b', 'c'], '2')).toEqual(['c']);
		expect(await own(ledger, ['a', 'b', 'c'], '3')).toEqual([]);
		expect(await own(ledger, ['a'], '3')).toEqual([]);
	});

	test('the same execution, run again by another worker, keeps its events', async () => {
		const ledger = new Ledger();
		await claim(ledger, ['a'], '1');
		expect(await own(ledger, ['a'], '1')).toEqual(['a']);
		await claim(ledger, ['a'], '2');
		expect(await own(ledger, ['a'], '1')).toEqual(['a']);
	});
});

describe('acknowledged when the workflow has succeeded', () => {
	const attempt = fc.record({
		ids: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { minLength: 1, maxLength: 3 }),
		ends: fc.constantFrom('success', 'failure'),
		strokes: fc.oneof(fc.constant(Infinity), fc.nat(4)),
	});

	/** Plays a history of deliveries and tells which events were brought to an end. */
	async function play(ledger: Ledger, history: Array<{ ids: string[]; ends: string; strokes: number }>): Promise<Map<string, number>> {
		const successes = new Map<string, number>();
		for (const { ids, ends, strokes } of history) {
			ledger.strokesLeft = strokes;
			try {
				const mine = await own(ledger, ids, 'open');
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

	/** Whether each event that was never brought to an end is still anybody's to handle. */
	async function expectNothingLost(ledger: Ledger, successes: Map<string, number>): Promise<void> {
		for (const id of ['a', 'b', 'c', 'd', 'e', 'f'].filter((event) => !successes.has(event))) {
			expect(await own(ledger, [id], 'open')).toEqual([id]);
		}
	}

	test('an event that was never brought to an end is never taken for a duplicate, whenever n8n is killed', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(attempt, { maxLength: 12 }), async (history) => {
				const ledger = new Ledger();
				await expectNothingLost(ledger, await play(ledger, history));
			}),
			{ numRuns: 1000 },
		);
	});

	test('nor when the list forgets its oldest values', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(attempt, { maxLength: 12 }), fc.integer({ min: 6, max: 9 }), async (history, most) => {
				const ledger = new Ledger(most);
				await expectNothingLost(
					ledger,
					await play(
						ledger,
						history.map((one) => ({ ...one, strokes: Infinity })),
					),
				);
			}),
			{ numRuns: 1000 },
		);
	});

	test('an event that was brought to an end is not handled again, as long as nobody is killed', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(attempt, { maxLength: 12 }), async (history) => {
				const ledger = new Ledger();
				const successes = await play(
					ledger,
					history.map((one) => ({ ...one, strokes: Infinity })),
				);
				for (const [id, times] of successes) {
					expect(times).toBe(1);
					expect(await own(ledger, [id], 'open')).toEqual([]);
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

	// Each time it is written as a whole.
	test.each<[string, unknown[], number]>([
		['what is new', [], 1],
		['what it had before', ['a', 'me\na', 'b', 'me\nb'], 1],
		['duplicates', ['a', 'b', 'me\nb'], 2],
		['what is half forgotten', ['me\na'], 3],
	])('is asked no more than it must be for %s', async (_, values, strokes) => {
		const ledger = new Ledger();
		ledger.values = values;
		await claim(ledger, ['a', 'b'], 'me');
		expect(ledger.strokes).toBe(strokes);
	});

	test('tells what is claimed for the first time, what again, and what is a duplicate, of which no claim is left', async () => {
		const ledger = new Ledger();
		ledger.values = ['again', 'me\nagain', 'duplicate', 'you\nduplicate', 'me\nforgotten'];
		const { own: mine, again } = await claim(ledger, ['new', 'again', 'duplicate', 'forgotten'], 'me');
		expect([[...mine], again]).toEqual([['new', 'again', 'forgotten'], ['again']]);
		expect(ledger.values).not.toContain('me\nduplicate');
	});

	test('has the id of an event that is half forgotten before its claim, so that it forgets it first', async () => {
		const ledger = new Ledger();
		ledger.values = ['me\na', 'other'];
		await claim(ledger, ['a', 'b'], 'me');
		expect(ledger.values.filter((value) => String(value).endsWith('a'))).toEqual(['a', 'me\na']);
	});

	test('is asked once more where another process begins it at the same moment, and not a third time', async () => {
		const ledger = new Ledger();
		const { checkProcessedAndRecord } = ledger;
		let failures = 1;
		ledger.checkProcessedAndRecord = async (...call) => {
			if (failures-- > 0) throw new Error('duplicate key');
			return await checkProcessedAndRecord.apply(ledger, call);
		};
		expect(await own(ledger, ['a'], '1')).toEqual(['a']);
		failures = 2;
		await expect(claim(ledger, ['b'], '1')).rejects.toThrow('duplicate key');
	});
});

describe('an event that two nodes share', () => {
	const LIST: List = { scope: 'workflow', most: 100 };

	test('is done once that was written, however often one asks', async () => {
		const ledger = new Ledger();
		await claim(ledger, ['a', 'b'], 'me', LIST);
		await bringToEnd(ledger, ['a'], 'me', LIST);
		expect(await areDone(ledger, ['a', 'b', 'c'], LIST)).toEqual(new Set(['a']));
		expect(await areDone(ledger, ['a', 'b', 'c'], LIST)).toEqual(new Set(['a']));
		expect(await claimedBy(ledger, ['a', 'b', 'c'], 'me', LIST)).toEqual(['b']);
		expect([...ledger.lists]).toEqual([JSON.stringify(['workflow', { mode: 'entries', maxEntries: 100 }])]);
	});

	test('is as it was once it was asked whether it is done', async () => {
		const ledger = new Ledger();
		await claim(ledger, ['a', 'b'], 'me', LIST);
		await bringToEnd(ledger, ['a'], 'me', LIST);
		const before = [...ledger.values];
		await areDone(ledger, ['a', 'b', 'c'], LIST);
		expect(ledger.values).toEqual(before);
	});

	test('is not in doubt with another', async () => {
		const ledger = new Ledger();
		await bringToEnd(ledger, ['b'], 'me', LIST);
		ledger.strokesLeft = 1;
		await expect(areDone(ledger, ['a'], LIST)).rejects.toThrow('killed');
		ledger.strokesLeft = Infinity;
		expect(await areDone(ledger, ['a', 'b'], LIST)).toEqual(new Set(['b']));
	});

	test('is in doubt, and counts as not done, where n8n is killed while it asks; when it is done after all, it is', async () => {
		const ledger = new Ledger();
		await claim(ledger, ['a'], 'me', LIST);
		ledger.strokesLeft = 1;
		await expect(areDone(ledger, ['a'], LIST)).rejects.toThrow('killed');
		const broken = [...ledger.values];
		ledger.strokesLeft = Infinity;
		expect(await areDone(ledger, ['a'], LIST)).toEqual(new Set());
		ledger.values = broken;
		await bringToEnd(ledger, ['a'], 'me', LIST);
		expect(await areDone(ledger, ['a'], LIST)).toEqual(new Set(['a']));
	});

	test('was known to be done only where all of them were', async () => {
		const ledger = new Ledger();
		expect(await writeDone(ledger, ['a'], LIST)).toBe(false);
		expect(await writeDone(ledger, ['a', 'b'], LIST)).toBe(false);
		expect(await writeDone(ledger, ['a', 'b'], LIST)).toBe(true);
	});

	test('is in hand of whom has claimed it, also after somebody else; asking leaves nothing behind', async () => {
		const ledger = new Ledger();
		await claim(ledger, ['a', 'b'], 'me', LIST);
		await reclaim(ledger, ['b'], 'you', LIST);
		const before = [...ledger.values];
		expect(await claimedBy(ledger, ['a', 'b', 'c'], 'you', LIST)).toEqual(['b']);
		expect(await claimedBy(ledger, ['a', 'b', 'c'], 'me', LIST)).toEqual(['a', 'b']);
		expect(ledger.values).toEqual(before);
		ledger.strokes = 0;
		await claimedBy(ledger, ['a', 'b'], 'me', LIST);
		expect(ledger.strokes).toBe(1);
	});

	test('leaves nothing in the record once all of its values are taken out', async () => {
		const ledger = new Ledger();
		await claim(ledger, ['a', 'b'], 'me', LIST);
		await reclaim(ledger, ['a'], 'you', LIST);
		ledger.strokesLeft = 1;
		await areDone(ledger, ['a'], LIST).catch(() => {});
		ledger.strokesLeft = Infinity;
		await ledger.removeProcessed(valuesOf(['a'], ['me', 'you']));
		expect(ledger.values).toEqual(['b', 'me\nb']);
	});
});

describe('those that use a list', () => {
	/** Work that ends when the test likes. */
	function work() {
		let end: (error?: Error) => void = () => {};
		const ended = new Promise<void>((resolve, reject) => (end = (error) => (error ? reject(error) : resolve())));
		return { ended, end };
	}

	test('take turns, each after all that came before it, and whether that has failed or not', async () => {
		const done: string[] = [];
		const [first, second] = [work(), work()];
		const turns = [
			inTurn('list', async () => await first.ended.finally(() => done.push('first'))),
			inTurn('list', async () => await second.ended.finally(() => done.push('second'))),
		];
		first.end();
		await turns[0];
		turns.push(inTurn('list', async () => void done.push('third')));
		await new Promise((resolve) => setImmediate(resolve));
		expect(done).toEqual(['first']);
		second.end(new Error('No record'));
		expect((await Promise.allSettled(turns)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
		expect(done).toEqual(['first', 'second', 'third']);
	});

	test('wait for nobody who uses another', async () => {
		const slow = work();
		const turn = inTurn('list', async () => await slow.ended);
		expect(await inTurn('other', async () => await Promise.resolve(1))).toBe(1);
		slow.end();
		await turn;
	});
});
