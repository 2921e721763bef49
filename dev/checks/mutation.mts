// Tests the unit tests of the pure files by mutation: `npm run test:mutation`, or of those with one of some words in their path:
// `-- rate records/`. Stryker mutates one file at a time: then it runs for a constant, which all tests of a run share, only the tests
// that load this file.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, StepFailed } from '../host/commands.mts';
import { PURE_FILES } from './pureFiles.mts';
import type { MutationReport } from './reliabilityPage.mts';
import { noticedIn } from './reliabilityPage.mts';

/** Least share of the mutants that a test must notice, in per cent. */
const LEAST = 97;

const CACHE = join(ROOT, '.cache', 'mutation');

/** Stryker's report of the file at hand (stryker.config.mjs), and that of all files. */
const [OF_ONE, OF_ALL] = [join(CACHE, 'file.json'), join(CACHE, 'report.json')];

interface Planted {
	status: string;
	mutatorName: string;
	replacement?: string;
	location: { start: { line: number } };
}

/** Plants the mutants of a file, one after the other. */
function mutate(file: string): Planted[] {
	rmSync(OF_ONE, { force: true });
	const { stdout } = spawnSync('npx', ['stryker', 'run', 'dev/checks/stryker.config.mjs', '--mutate', file], {
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	if (!existsSync(OF_ONE)) throw new StepFailed(`Stryker gave no report of ${file}:\n${stdout}`);
	const { files } = JSON.parse(readFileSync(OF_ONE, 'utf8')) as { files: Record<string, { mutants: Planted[] }> };
	return files[file]?.mutants ?? [];
}

const shareOf = ({ planted, noticed }: { planted: number; noticed: number }): string =>
	`${noticed} of ${planted} noticed (${((100 * noticed) / Math.max(1, planted)).toFixed(1)} %)`;

const words = process.argv.slice(2);
const files = PURE_FILES.filter((file) => words.length === 0 || words.some((word) => file.includes(word)));
if (files.length === 0) throw new StepFailed(`No pure file has ${words.join(' or ')} in its path.`);

mkdirSync(CACHE, { recursive: true });
const report: MutationReport = { files: {} };
for (const file of files) {
	const mutants = mutate(file);
	report.files[file] = { mutants, date: new Date().toISOString().slice(0, 10) };
	// After each file, beside those of earlier runs: a run of all files takes long.
	const earlier = existsSync(OF_ALL) ? (JSON.parse(readFileSync(OF_ALL, 'utf8')) as MutationReport).files : {};
	writeFileSync(OF_ALL, JSON.stringify({ files: { ...earlier, ...report.files } }));
	console.log(`${file}: ${shareOf(noticedIn(mutants))}`);
	for (const { status, mutatorName, replacement = '', location } of mutants)
		if (['Survived', 'NoCoverage'].includes(status))
			console.log(`  line ${location.start.line}: ${mutatorName} ${replacement.slice(0, 100)}`);
}
const all = noticedIn(Object.values(report.files).flatMap(({ mutants }) => mutants));
console.log(`${shareOf(all)}; at least ${LEAST} % should be`);
if (all.noticed < (all.planted * LEAST) / 100) process.exitCode = 1;
