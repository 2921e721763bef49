import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import settings from '../../test/support/settings.cjs';
import places from '../host/places.cjs';
import { installPackages, installTools, run } from '../bootstrap.mjs';
import { childSeconds, machineFactor } from './cpu.mjs';
import { ALL_PARTS, filesOf, notePassed, unchangedParts } from './tree.mjs';

await installTools();

/** What a newcomer runs; `npm run test:n8n` runs the rest of the gate. */
const usual = ['lint', 'types', 'scan', 'unit', 'integration', 'repo', 'smoke'];
const inN8n = ['engine', 'e2e', 'v1', 'queue'];

/** The projects of Jest; other steps are scripts of package.json. */
const SUITES = ['unit', 'integration', 'repo', 'smoke', 'e2e', 'v1', 'queue', 'long', 'release', 'engine'];

/** The further rows of test/seeds.json: some files each, with other settings than all runs have. */
const FURTHER = settings.further.map((row, index) => ({ suite: `further-${index + 1}`, row }));

/** The steps to take, in this order: those named, or the usual ones; with `--all` every step, and the long suites whole. */
const named = process.argv.slice(2).filter((name) => name !== '--all');
const isWhole = process.argv.includes('--all');
const asked = named.length > 0 ? named : isWhole ? [...usual, 'further', ...inN8n] : usual;
if (isWhole) process.env.CLUB_TEST_ALL = '1';

/** Parts of the gate run where what they are about has changed since they passed; a single suite and a whole run have all. */
const isRestOfGate = named.includes('long') && named.includes('e2e') && !isWhole;
const unchanged = isRestOfGate ? unchangedParts() : [];
process.env.CLUB_TEST_UNCHANGED = filesOf(unchanged).join(' ');

/** What the tests use of the system: the Debian package, and a program that tells that it is there. */
const PACKAGES = [
	{ name: 'chromium', programs: places.BROWSERS, for: ['e2e', 'v1'] },
	{ name: 'redis-server', programs: ['redis-server'], for: ['queue'] },
	{ name: 'postgresql', programs: ['pg_ctlcluster', 'initdb'], for: ['queue'] },
];

mkdirSync('.cache', { recursive: true });
/** The suites that run in n8n, by the n8n that they need. */
const HOSTS = { n8n: ['smoke', 'engine', 'e2e', 'queue', 'release'], v1: ['v1', 'release'] };
const IN_N8N = Object.values(HOSTS).flat();
const hosts = Object.keys(HOSTS).filter((host) => HOSTS[host].some((suite) => asked.includes(suite)));
const suites = asked.filter((name) => SUITES.includes(name));
const reportOf = (suite) => `.cache/test-${suite}.json`;
const counted = [...suites, ...(asked.includes('further') ? FURTHER.map(({ suite }) => suite) : [])];
for (const suite of counted) rmSync(reportOf(suite), { force: true });

/** The share of the long suites that a run takes: `npm test` a short one, and `long` the rest. */
const share = (names) => (names.includes('long') ? 'rest' : asked === usual ? 'short' : undefined);

/** Runs suites as one, so that no core waits for the last file of each. */
async function runSuites(names, options = [], told = {}) {
	const reporters = ['default', './test/support/seedReporter.cjs', './test/support/suiteReports.cjs'];
	const args = ['jest', '--selectProjects', ...names, ...reporters.map((reporter) => `--reporters=${reporter}`), ...options];
	const env = { ...process.env, CLUB_TEST_SHARE: share(names), ...told };
	return await run('npx', args, { stdio: ['ignore', 'ignore', 'inherit'], env });
}

/** Runs the further rows of test/seeds.json, one after the other. */
async function runFurther() {
	let worst = 0;
	for (const { suite, row } of FURTHER) {
		const told = { ...settings.settingsOf(row), CLUB_TEST_REPORT: suite };
		worst = Math.max(worst, await runSuites(['unit', 'integration', 'repo'], ['--testPathPatterns', ...row.files], told));
	}
	return worst;
}

/** Runs scripts of package.json side by side; each prints what it says once it ends. */
async function runScripts(names) {
	const codes = names.map(async (name) => {
		const file = `.cache/step-${name}.log`;
		const output = openSync(file, 'w');
		const started = Date.now();
		const code = await run('npm', ['run', '--silent', name], { stdio: ['ignore', output, output] });
		closeSync(output);
		console.log(`\n--- ${name}: ${secondsSince(started)} s\n${readFileSync(file, 'utf8').trimEnd()}`);
		if (code !== 0) console.error(`${name} did not pass.`);
		return code;
	});
	return Math.max(...(await Promise.all(codes)));
}

/** Installs what the tests in n8n use, one after the other. */
async function install() {
	await installPackages(
		'Testing',
		PACKAGES.filter((needed) => needed.for.some((suite) => asked.includes(suite))),
	);
	for (const host of hosts) {
		const code = await run(process.execPath, ['--import', 'tsx', 'dev/host/prepare.mts', host]);
		if (code !== 0) return code;
	}
	return 0;
}

/** The steps before the tests in n8n run meanwhile. */
const installing = install();

/** Fewer at a time than the others: each of these tests has an n8n of its own. */
const runInN8n = async (names) => (await installing) || (await runSuites(names, [`--maxWorkers=${availableParallelism()}`]));

/** The smoke test waits more than it works, so it runs beside the tests without n8n. */
async function runBesideSmoke(names) {
	const others = names.filter((name) => name !== 'smoke');
	const isSmokeAsked = others.length < names.length;
	const codes = await Promise.all([others.length > 0 && runSuites(others), isSmokeAsked && runInN8n(['smoke'])]);
	return Math.max(...codes);
}

/** The tests in n8n wait more than they work, so the rest of those without n8n runs beside them, one file at a time. */
async function runBesideN8n(names) {
	const others = names.filter((name) => !IN_N8N.includes(name) && name !== 'further');
	const runOthers = async () => {
		const code = others.length > 0 ? await runSuites(others, ['--maxWorkers=1']) : 0;
		return names.includes('further') ? Math.max(code, await runFurther()) : code;
	};
	return Math.max(...(await Promise.all([runInN8n(names.filter((name) => IN_N8N.includes(name))), runOthers()])));
}

const scripts = asked.filter((name) => name !== 'further' && !suites.includes(name));
const inTests = asked.filter((name) => !scripts.includes(name));
const steps = isRestOfGate
	? [[inTests, runBesideN8n]]
	: [
			[scripts, runScripts],
			[suites.filter((name) => name === 'smoke' || !IN_N8N.includes(name)), runBesideSmoke],
			[asked.filter((name) => name === 'further'), runFurther],
			[suites.filter((name) => name !== 'smoke' && IN_N8N.includes(name)), runInN8n],
		];

const secondsSince = (moment) => Math.round((Date.now() - moment) / 1000);

const cpuSeconds = () => Math.round(childSeconds() ?? NaN);
const told = (started, cpu) => `    ${secondsSince(started)} s, ${cpuSeconds() - cpu} s of processor time`;

const begun = Date.now();
console.log(`A fixed piece of work takes ${machineFactor().toFixed(2)} times as long as on the machine that the figures are from.`);
for (const part of unchanged) console.log(`Left out, since nothing that it is about has changed since it passed: ${part}`);
const groups = steps.filter(([names]) => names.length > 0);
let broken = 0;
for (const [index, [names, take]] of groups.entries()) {
	console.log(`\n=== ${index + 1} of ${groups.length}: ${names.join(', ')} (after ${secondsSince(begun)} s)`);
	const [started, cpu] = [Date.now(), cpuSeconds()];
	const code = await take(names);
	console.log(told(started, cpu));
	if (code === 0) continue;
	console.error(`\n${names.join(', ')} did not pass.`);
	broken++;
	break;
}

let passed = 0;
let failed = 0;
for (const suite of counted.filter((suite) => existsSync(reportOf(suite)))) {
	const report = JSON.parse(readFileSync(reportOf(suite), 'utf8'));
	passed += report.numPassedTests;
	failed += report.numFailedTests;
	console.log(`${suite}: ${report.numPassedTests} passed, ${report.numFailedTests} failed`);
}
const hasPassed = failed + broken === 0;
if (hasPassed && (isRestOfGate || isWhole)) notePassed(ALL_PARTS.filter((part) => !unchanged.includes(part)));
console.log(`\nIn all:\n${told(begun, 0)}`);
console.log(`\n${passed} passed, ${Math.max(failed, broken)} failed`);
process.exitCode = hasPassed ? 0 : 1;
