import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { installTools, run, stop } from './bootstrap.mjs';

await installTools();

/** Programs of the system that the tests use, and the Debian packages that bring them. */
const PROGRAMS = { chromium: 'chromium' };

const missing = Object.entries(PROGRAMS).filter(([program]) => spawnSync('which', [program]).status !== 0);
if (missing.length > 0) {
	const packages = missing.map(([, name]) => name);
	if (process.getuid?.() !== 0 || spawnSync('which', ['apt-get']).status !== 0) stop(`The tests need ${packages.join(' and ')}: apt-get install ${packages.join(' ')}`);
	console.log(`Installing ${packages.join(' and ')} ...`);
	const quiet = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
	await run('apt-get', ['update', '-qq'], quiet);
	if ((await run('apt-get', ['install', '-y', '-qq', ...packages], quiet)) !== 0) stop(`${packages.join(' and ')} could not be installed.`);
}

mkdirSync('.cache', { recursive: true });
const suites = ['unit', 'integration', 'e2e'].filter((suite) => existsSync(`test/${suite}`));
const reportOf = (suite) => `.cache/test-${suite}.json`;
for (const suite of suites) rmSync(reportOf(suite), { force: true });

const steps = [
	['lint', 'npm', ['run', '--silent', 'lint']],
	['types', 'npm', ['run', '--silent', 'types']],
	['host', process.execPath, ['--import', 'tsx', 'host/prepare.mts']],
	...suites.map((suite) => [suite, 'npx', ['jest', '--selectProjects', suite, '--json', `--outputFile=${reportOf(suite)}`, ...(suite === 'e2e' ? ['--runInBand'] : [])]]),
];

let broken = 0;
for (const [name, command, args] of steps) {
	console.log(`\n=== ${name}`);
	const stdio = command === 'npx' ? ['ignore', 'ignore', 'inherit'] : 'inherit';
	if ((await run(command, args, { stdio })) === 0) continue;
	console.error(`\n${name} did not pass.`);
	broken++;
	break;
}

let passed = 0;
let failed = 0;
for (const suite of suites.filter((suite) => existsSync(reportOf(suite)))) {
	const report = JSON.parse(readFileSync(reportOf(suite), 'utf8'));
	passed += report.numPassedTests;
	failed += report.numFailedTests + report.numRuntimeErrorTestSuites;
}
console.log(`\n${passed} passed, ${Math.max(failed, broken)} failed`);
process.exitCode = failed + broken > 0 ? 1 : 0;
