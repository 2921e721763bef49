// Ends the gate: how many tests of each suite passed, and the total in one line. A file of tests that ran in none of the suites fails.
import { readdirSync, readFileSync } from 'node:fs';

const reports = readdirSync('.cache').flatMap((file) => {
	const [, suite] = /^test-([\w-]+)\.json$/.exec(file) ?? [];
	return suite ? [[suite, JSON.parse(readFileSync(`.cache/${file}`, 'utf8'))]] : [];
});
for (const [suite, { numPassedTests, numFailedTests }] of reports) console.log(`${suite}: ${numPassedTests} passed, ${numFailedTests} failed`);

/** What only the weekly jobs and a release run. */
const ELSEWHERE = /^(e2e\/(badges|days|durable)|release\/)/;
const ran = new Set(reports.flatMap(([, { testResults }]) => testResults.map(({ name }) => name.replace(/^.*\/test\//, ''))));
const all = readdirSync('test', { recursive: true }).filter((file) => file.endsWith('.test.mts'));
const missing = all.filter((file) => !ran.has(file) && !ELSEWHERE.test(file));
if (missing.length > 0) console.error(`No suite ran these files:\n${missing.join('\n')}`);

const sum = (name) => reports.reduce((total, [, report]) => total + report[name], 0);
const failed = sum('numFailedTests') + missing.length;
console.log(`${sum('numPassedTests')} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
