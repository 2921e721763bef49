import fc from 'fast-check';
import { claim, release } from '../../../nodes/shared/records/handledRecord';
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
