import type { Run } from '../../../../nodes/Club/calls/run';
import { endRuns } from '../../../../nodes/Club/run/endRuns';

/** The hints after runs that have waited so long and made so many calls. */
function hintsOf(clubs: ReadonlyArray<[waitedMs: number, calls: number]>, executionId?: string): string[] {
	const hints: string[] = [];
	const functions = { getExecutionId: () => executionId };
	const runs = clubs.map(([waitedMs, calls]) => ({
		client: { waitedMs, calls },
		functions,
		summary: { text: '' },
		hint: (text: string) => hints.push(text),
	}));
	endRuns(runs as unknown as Run[]);
	return hints;
}

test('clubs are waited for side by side, so the longest wait counts', () => {
	for (const waits of [
		[61_000, 1_000],
		[0, 61_000],
		[5_000, 61_000, 7_000],
	])
		expect(hintsOf(waits.map((ms) => [ms, 1]))).toEqual([expect.stringContaining('Waited 61 seconds')]);
	expect(
		hintsOf([
			[4_999, 1],
			[4_000, 1],
		]),
	).toEqual([]);
});

test('the calls of all clubs and of all runs of an execution are added up, and said when they pass 200', () => {
	expect(
		hintsOf(
			[
				[0, 100],
				[0, 100],
			],
			'one',
		),
	).toEqual([]);
	expect(hintsOf([[0, 1]], 'one')).toEqual([expect.stringContaining('Made 201 calls')]);
	expect(hintsOf([[0, 50]], 'one')).toEqual([]);
	expect(
		hintsOf(
			[
				[0, 150],
				[0, 51],
			],
			'two',
		),
	).toEqual([expect.stringContaining('Made 201 calls')]);
	expect(hintsOf([])).toEqual([]);
});
