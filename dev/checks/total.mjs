// Ends the gate: how many tests of each suite passed, and the total in one line. A file of tests that ran in no suite fails.
import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { relative } from 'node:path';

const reports = readdirSync('.cache').flatMap((file) => {
	const [, suite] = /^test-([\w-]+)\.json$/.exec(file) ?? [];
	return suite ? [[suite, JSON.parse(readFileSync(`.cache/${file}`, 'utf8'))]] : [];
});
for (const [suite, { numPassedTests, numFailedTests }] of reports)
	console.log(`${suite}: ${numPassedTests} passed, ${numFailedTests} failed`);

const ran = new Set(reports.flatMap(([, { testResults }]) => testResults.map(({ name }) => relative(realpathSync('.'), name))));
const all = readdirSync('test', { recursive: true }).flatMap((file) => (file.endsWith('.test.mts') ? [`test/${file}`] : []));
// A release has a rehearsal of its own.
const missing = all.filter((file) => !ran.has(file) && !file.startsWith('test/release/'));
if (missing.length > 0) console.error(`No suite ran these files:\n${missing.join('\n')}`);

const sum = (name) => reports.reduce((total, [, report]) => total + report[name], 0);
const failed = sum('numFailedTests') + missing.length;
console.log(`${sum('numPassedTests')} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
