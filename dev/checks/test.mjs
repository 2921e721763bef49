// Runs parts of the gate, by their names: checks, and the suites of Jest. Without names, it runs `npm test`.
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import places from '../host/places.cjs';
import { installPackages, installTools, run } from '../bootstrap.mjs';

await installTools();

/** The checks, each with its commands. */
const CHECKS = {
	lint: [['node', 'dev/checks/lint.mjs']],
	// What ships is type-checked by its build, in the smoke test. TypeScript 7 takes a quarter of the time; the rules of n8n need an older one.
	types: [['node', 'node_modules/typescript-native/bin/tsc', '--noEmit', '-p', 'dev/tsconfig.json']],
	scan: [['tsx', 'dev/checks/scan.mts']],
};
/** The suites that run in n8n. */
const IN_N8N = ['smoke', 'engine', 'e2e', 'queue', 'release'];

const named = process.argv.slice(2);
const asked = named.length > 0 ? named : ['lint', 'types', 'unit', 'integration', 'repo', 'smoke'];
const suites = asked.filter((name) => !(name in CHECKS));

/** What the tests use of the system: the Debian package, and a program that tells that it is there. */
const PACKAGES = [
	{ name: 'chromium', programs: places.BROWSERS, for: ['e2e'] },
	{ name: 'redis-server', programs: ['redis-server'], for: ['queue'] },
	{ name: 'postgresql', programs: ['pg_ctlcluster', 'initdb'], for: ['queue'] },
];

mkdirSync('.cache', { recursive: true });
const reportOf = (suite) => `.cache/test-${suite}.json`;
for (const suite of suites) rmSync(reportOf(suite), { force: true });

const secondsSince = (moment) => Math.round((Date.now() - moment) / 1000);

/** Runs suites as one, so that no core waits for the last file of each. */
async function runSuites(names, options = []) {
	const reporters = ['default', './test/support/seedReporter.cjs', './test/support/suiteReports.cjs'];
	const args = ['jest', '--selectProjects', ...names, ...reporters.map((reporter) => `--reporters=${reporter}`), ...options];
	return await run('npx', args, { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Runs checks side by side; each prints what it says once it ends. */
async function runChecks(names) {
	const codes = names.map(async (name) => {
		const file = `.cache/step-${name}.log`;
		const output = openSync(file, 'w');
		const started = Date.now();
		let code = 0;
		for (const command of CHECKS[name]) code ||= await run('npx', command, { stdio: ['ignore', output, output] });
		closeSync(output);
		console.log(`\n--- ${name}: ${secondsSince(started)} s\n${readFileSync(file, 'utf8').trimEnd()}`);
		if (code !== 0) console.error(`${name} did not pass.`);
		return code;
	});
	return Math.max(...(await Promise.all(codes)));
}

/** Installs what the tests in n8n use. */
async function install() {
	if (!suites.some((suite) => IN_N8N.includes(suite))) return 0;
	await installPackages(
		'Testing',
		PACKAGES.filter((needed) => needed.for.some((suite) => suites.includes(suite))),
	);
	return await run(process.execPath, ['--import', 'tsx', 'dev/host/prepare.mts']);
}

/** The tests that need no n8n run meanwhile. */
const installing = install();

/** Fewer at a time than the others: each of these tests has an n8n of its own. */
const runInN8n = async (names) => (await installing) || (await runSuites(names, [`--maxWorkers=${availableParallelism()}`]));

/** The smoke test waits more than it works, so it runs beside the checks. Beside other tests, both would take longer. */
async function checkAndTry(names) {
	const checks = names.filter((name) => name in CHECKS);
	const codes = await Promise.all([checks.length > 0 && runChecks(checks), names.includes('smoke') && runInN8n(['smoke'])]);
	return Math.max(...codes);
}

const isQuick = (name) => name in CHECKS || name === 'smoke';
const steps = [
	[suites.filter((name) => !IN_N8N.includes(name)), runSuites],
	[asked.filter(isQuick), checkAndTry],
	[suites.filter((name) => IN_N8N.includes(name) && !isQuick(name)), runInN8n],
].filter(([names]) => names.length > 0);

const begun = Date.now();
let broken = 0;
for (const [index, [names, take]] of steps.entries()) {
	console.log(`\n=== ${index + 1} of ${steps.length}: ${names.join(', ')} (after ${secondsSince(begun)} s)`);
	const started = Date.now();
	const code = await take(names);
	console.log(`    ${secondsSince(started)} s`);
	if (code === 0) continue;
	console.error(`\n${names.join(', ')} did not pass.`);
	broken++;
	break;
}

let passed = 0;
let failed = 0;
for (const suite of suites.filter((suite) => existsSync(reportOf(suite)))) {
	const report = JSON.parse(readFileSync(reportOf(suite), 'utf8'));
	passed += report.numPassedTests;
	failed += report.numFailedTests;
	console.log(`${suite}: ${report.numPassedTests} passed, ${report.numFailedTests} failed`);
}
console.log(`\n${secondsSince(begun)} s`);
console.log(`\n${passed} passed, ${Math.max(failed, broken)} failed`);
process.exitCode = failed + broken === 0 ? 0 : 1;
