// Prints how many tests of each suite passed beside how many of the last landed commit did (test/counts.json), and the total of `npm test` and
// `npm run test:n8n` in one line. Fewer tests than landed fail, until the file has the new number and why.
//   npm run test:counts                                            writes the numbers, after both
//   npm run test:counts -- --why "The tests of X went with X."     where a suite has fewer: writes the reason too
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const FILE = 'test/counts.json';
const { values } = parseArgs({ options: { save: { type: 'boolean', default: false }, why: { type: 'string' } } });

const reports = readdirSync('.cache').flatMap((file) => {
	const [, suite] = /^test-([\w-]+)\.json$/.exec(file) ?? [];
	return suite ? [[suite, JSON.parse(readFileSync(`.cache/${file}`, 'utf8'))]] : [];
});
const counts = Object.fromEntries(reports.map(([suite, { numPassedTests }]) => [suite, numPassedTests]));
const { landed, why } = JSON.parse(readFileSync(FILE, 'utf8'));

const suites = [...new Set([...Object.keys(landed), ...Object.keys(counts)])];
const fewer = suites.filter((suite) => (counts[suite] ?? 0) < (landed[suite] ?? 0));
for (const suite of suites) {
	const before = suite in landed ? `${landed[suite]} landed` : 'new';
	const reason = fewer.includes(suite) ? `: ${values.why ?? `fewer, and ${FILE} does not say why`}` : '';
	console.log(`${suite}: ${counts[suite] ?? 0} passed, ${before}${reason}`);
}

const isRed = fewer.length > 0 && !values.why;
if (values.save && !isRed) {
	const reasons = Object.fromEntries(fewer.map((suite) => [suite, values.why]));
	writeFileSync(FILE, `${JSON.stringify({ landed: counts, why: { ...why, ...reasons } }, undefined, '\t')}\n`);
}
const sum = (name) => reports.reduce((total, [, report]) => total + report[name], 0);
console.log(`${sum('numPassedTests')} passed, ${sum('numFailedTests') + (isRed ? 1 : 0)} failed`);
process.exitCode = isRed ? 1 : 0;
