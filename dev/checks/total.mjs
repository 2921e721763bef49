// Ends the gate: how many tests of each suite passed, and the total in one line. A file of tests that ran in no suite fails. The result is
// kept for these files in .cache/gates; `--known` prints it, and fails where these files have not passed yet.
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { filesOf, hashOf, unchangedParts } from './tree.mjs';

const GATES = '.cache/gates';
const result = `${GATES}/${hashOf()}.json`;

if (process.argv.includes('--known')) {
	if (!existsSync(result)) process.exit(1);
	const { at, line } = JSON.parse(readFileSync(result, 'utf8'));
	console.log(`These files have passed: ${at} (${result}). Delete that file to run the gate again.\n${line}`);
	process.exit();
}

const reports = readdirSync('.cache').flatMap((file) => {
	const [, suite] = /^test-([\w-]+)\.json$/.exec(file) ?? [];
	return suite ? [[suite, JSON.parse(readFileSync(`.cache/${file}`, 'utf8'))]] : [];
});
for (const [suite, { numPassedTests, numFailedTests }] of reports)
	console.log(`${suite}: ${numPassedTests} passed, ${numFailedTests} failed`);

/** What only the weekly jobs and a release run, and what has passed with the files as they are. */
const elsewhere = ['test/(e2e/(badges|durable)|queue/badges)', 'test/release/', ...filesOf(unchangedParts())].map(
	(pattern) => new RegExp(pattern),
);
const ran = new Set(reports.flatMap(([, { testResults }]) => testResults.map(({ name }) => relative(realpathSync('.'), name))));
const all = readdirSync('test', { recursive: true }).flatMap((file) => (file.endsWith('.test.mts') ? [`test/${file}`] : []));
const missing = all.filter((file) => !ran.has(file) && !elsewhere.some((pattern) => pattern.test(file)));
if (missing.length > 0) console.error(`No suite ran these files:\n${missing.join('\n')}`);

const sum = (name) => reports.reduce((total, [, report]) => total + report[name], 0);
const failed = sum('numFailedTests') + missing.length;
const line = `${sum('numPassedTests')} passed, ${failed} failed`;
if (failed === 0) {
	mkdirSync(GATES, { recursive: true });
	writeFileSync(result, JSON.stringify({ at: new Date().toISOString(), line }));
}
console.log(line);
process.exitCode = failed > 0 ? 1 : 0;
