import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Where suites leave what they counted; `docs/reliability.md` is made of it. */
export const TALLIES = join(process.cwd(), '.cache', 'reliability');

/**
 * Counts what the tests of a file do, as rows of a section of `docs/reliability.md`, and leaves the counts when all of
 * them have passed through. Rows of the same name in several files of a section are added up.
 * @returns counts a row: `count('faults injected')`
 */
export function tally(section: string): (what: string, by?: number) => void {
	const counts: Record<string, number> = {};
	afterAll(() => {
		mkdirSync(TALLIES, { recursive: true });
		const run = [basename(expect.getState().testPath ?? '', '.test.mts'), process.env.CLUB_TEST_HOST].filter(Boolean);
		const file = `${section}.${run.join('.')}.json`;
		writeFileSync(join(TALLIES, file), JSON.stringify(counts, null, '\t'));
	});
	return (what, by = 1) => {
		counts[what] = (counts[what] ?? 0) + by;
	};
}
