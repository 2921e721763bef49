// Tests the unit tests of the pure files by mutation: `npm run test:mutation`. Add words, such as `-- retry shared/lists/`, to run only files
// with one of them in their path. Stryker gets one file at a time. Otherwise it would run all tests for each mutant of a constant.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, StepFailed } from '../host/commands.mts';
import { PURE_FILES } from './pureFiles.mts';
import type { MutationReport } from './reliabilityPage.mts';
import { noticedIn } from './reliabilityPage.mts';

/** Minimum share of mutants that a test must notice, in percent. */
const MIN_PERCENT = 97;

const CACHE = join(ROOT, '.cache', 'mutation');

/** Stryker's report of one file (set in stryker.config.mjs), and the collected report of all files. */
const [FILE_REPORT, FULL_REPORT] = [join(CACHE, 'file.json'), join(CACHE, 'report.json')];

interface Mutant {
	status: string;
	mutatorName: string;
	replacement?: string;
	location: { start: { line: number } };
}

/** Runs the tests on each mutant of a file. */
function mutate(file: string): Mutant[] {
	rmSync(FILE_REPORT, { force: true });
	const { stdout } = spawnSync('npx', ['stryker', 'run', 'dev/checks/stryker.config.mjs', '--mutate', file], {
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	if (!existsSync(FILE_REPORT)) throw new StepFailed(`Stryker wrote no report for ${file}:\n${stdout}`);
	const { files } = JSON.parse(readFileSync(FILE_REPORT, 'utf8')) as { files: Record<string, { mutants: Mutant[] }> };
	return files[file]?.mutants ?? [];
}

const shareOf = ({ planted, noticed }: { planted: number; noticed: number }): string =>
	`${noticed} of ${planted} noticed (${((100 * noticed) / Math.max(1, planted)).toFixed(1)} %)`;

const words = process.argv.slice(2);
const files = PURE_FILES.filter((file) => words.length === 0 || words.some((word) => file.includes(word)));
if (files.length === 0) throw new StepFailed(`dev/checks/pureFiles.mts lists no file with ${words.join(' or ')} in its path.`);

mkdirSync(CACHE, { recursive: true });
const report: MutationReport = { files: {} };
for (const file of files) {
	const mutants = mutate(file);
	report.files[file] = { mutants, date: new Date().toISOString().slice(0, 10) };
	// Written after each file, together with earlier runs, so that a stopped run loses nothing.
	const previous = existsSync(FULL_REPORT) ? (JSON.parse(readFileSync(FULL_REPORT, 'utf8')) as MutationReport).files : {};
	writeFileSync(FULL_REPORT, JSON.stringify({ files: { ...previous, ...report.files } }));
	console.log(`${file}: ${shareOf(noticedIn(mutants))}`);
	for (const { status, mutatorName, replacement = '', location } of mutants)
		if (['Survived', 'NoCoverage'].includes(status))
			console.log(`  line ${location.start.line}: ${mutatorName} ${replacement.slice(0, 100)}`);
}
const all = noticedIn(Object.values(report.files).flatMap(({ mutants }) => mutants));
console.log(`All files: ${shareOf(all)}. The minimum is ${MIN_PERCENT} %.`);
if (all.noticed < (all.planted * MIN_PERCENT) / 100) process.exitCode = 1;
