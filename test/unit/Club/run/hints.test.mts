import type { Batch } from '../../../../nodes/Club/calls/batch';
import { addCallHints } from '../../../../nodes/Club/run/hints';

/** The hints after the runs of several clubs, which have waited so long or made so many calls. */
function hintsOf(what: 'waitedMs' | 'calls', numbers: readonly number[], executionId?: string): string[] {
	const hints: string[] = [];
	const report = { functions: { getExecutionId: () => executionId }, summary: { text: '' } };
	const rest = { report, hint: (text: string) => hints.push(text) };
	addCallHints(numbers.map((number) => ({ ...rest, client: { waitedMs: 0, calls: 0, [what]: number } })) as unknown as Batch[]);
	return hints;
}

test('clubs are waited for side by side, so the longest wait counts', () => {
	for (const waits of ['61 1', '1 61', '5 61 7'].map((some) => some.split(' ').map((seconds) => 1_000 * Number(seconds))))
		expect(hintsOf('waitedMs', waits)).toEqual([expect.stringContaining('Waited 61 seconds')]);
	expect(hintsOf('waitedMs', [4_999, 4_000])).toEqual([]);
});

test('the calls of all clubs and all runs of an execution are added up, and said when they pass 200', () => {
	expect(hintsOf('calls', [100, 100], 'one')).toEqual([]);
	expect(hintsOf('calls', [1], 'one')).toEqual([expect.stringContaining('Made 201 calls')]);
	expect(hintsOf('calls', [50], 'one')).toEqual([]);
	expect(hintsOf('calls', [201], 'one')).toEqual([expect.stringContaining('Made 452 calls')]);
});
