// Runs the integration tests in the dialects of the sandbox: the default, its opposite, and enough others to combine every pair of
// readings. It prints the failed tests of each dialect.
//   npx tsx dev/checks/dialects.mts                       all dialects
//   npx tsx dev/checks/dialects.mts --single           instead, one dialect for each reading that is not the default
//   npx tsx dev/checks/dialects.mts --only 3 athlete   the third dialect, and only files with `athlete` in their path
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { dialectText, singleDialects, testedDialects } from '../../sandbox/dialects.mts';

interface Report {
	testResults: Array<{ name: string; message: string; assertionResults: Array<{ status: string; fullName: string }> }>;
}

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		single: { type: 'boolean', default: false },
		only: { type: 'string' },
	},
});

const all = values.single ? singleDialects() : testedDialects();
const numbers = values.only ? [Number(values.only) - 1] : all.map((_dialect, index) => index);
const file = '.cache/dialects.json';
mkdirSync('.cache', { recursive: true });

/** The tests that fail in a dialect. The tests of the sandbox are left out, because they set their dialects themselves. */
function failuresIn(text: string): string[] {
	const args = [
		'jest',
		'--selectProjects',
		'integration',
		'--testPathIgnorePatterns',
		'integration/sandbox/',
		'--silent',
		'--json',
		`--outputFile=${file}`,
		'--',
		...positionals,
	];
	const { status } = spawnSync('npx', args, { env: { ...process.env, CLUB_DIALECT: text }, stdio: 'ignore' });
	if (status === 0) return [];
	const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as Report;
	return testResults.flatMap(({ name, message, assertionResults }) => {
		const failed = assertionResults
			.filter((result) => result.status === 'failed')
			.map(({ fullName }) => `${relative('test/integration', name)}: ${fullName}`);
		return failed.length === 0 && assertionResults.length === 0
			? [`${relative('test/integration', name)}: ${message.split('\n')[0]}`]
			: failed;
	});
}

let failed = 0;
for (const index of numbers) {
	const text = dialectText(all[index]);
	console.log(`\n=== dialect ${index + 1} of ${all.length}: CLUB_DIALECT=${text}`);
	const failures = failuresIn(text);
	for (const failure of failures) console.log(`  failed: ${failure}`);
	if (failures.length > 0) failed++;
}
console.log(`\n${numbers.length - failed} of ${numbers.length} dialects passed`);
process.exitCode = failed > 0 ? 1 : 0;
