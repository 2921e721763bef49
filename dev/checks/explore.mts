// Looks for what the fixed cases of the tests do not show. A round runs some of the files, with a drawn seed, dialect, moment and time zone
// of the process. It prints a line when it begins and when it ends, and one command for each failure.
//   npm run test:explore -- --minutes 120          begins rounds for two hours; without it, for ten minutes
//   npm run test:explore -- --workers 2            runs two files at a time
//   npm run test:explore -- --draw 7 integration   draws the same rounds each time, of the files with this word in their path
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { dialectText, drawnDialect } from '../../sandbox/dialects.mts';
import { randomFrom } from '../../sandbox/random.mts';

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		minutes: { type: 'string', default: '10' },
		workers: { type: 'string', default: '1' },
		draw: { type: 'string', default: String(randomInt(1_000_000)) },
	},
});

const SUITES = ['unit', 'integration', 'repo'];

/** How many files a round runs: few, so that it ends soon. */
const FILES = 12;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Zones far from each other, without and with a change of the clock, some in the night, by half an hour or on another day than in Europe. */
const ZONES = [
	...['UTC', 'Europe/Rome', 'Europe/London', 'America/New_York', 'America/St_Johns', 'America/Santiago', 'Asia/Kolkata'],
	...['Asia/Beirut', 'Australia/Lord_Howe', 'Pacific/Auckland', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'],
];

/** Each hour of the day, those around midnight twice. */
const HOURS = [...Array.from({ length: 24 }, (_, hour) => hour), 23, 0];

const draw = Number(values.draw);
if (!Number.isInteger(draw)) throw new Error(`--draw takes a whole number, not ${values.draw}.`);

const { int, pick, chance } = randomFrom(draw);

/** This year and the five after it. */
const YEARS = Array.from({ length: 6 }, (_, index) => new Date().getUTCFullYear() + index);

const isLeap = (year: number): boolean => new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;

/** The night before a Sunday of a month: its last one, or the one with this number. */
function sundayOf(year: number, month: number, number?: number): number {
	const last = new Date(Date.UTC(year, month + 1, 0));
	if (number === undefined) return last.getTime() - last.getUTCDay() * DAY;
	const first = Date.UTC(year, month, 1);
	return first + ((7 - new Date(first).getUTCDay()) % 7) * DAY + (number - 1) * 7 * DAY;
}

/** Ways to choose a day. */
const DAYS: ReadonlyArray<() => number> = [
	() => Date.UTC(YEARS[0], 0, 1) + int(0, 5 * 365) * DAY,
	() => Date.UTC(pick(YEARS), int(0, 11) + 1, pick([0, 1])),
	() => Date.UTC(pick(YEARS), 11, 31) + pick([0, DAY]),
	() => Date.UTC(pick(YEARS.filter(isLeap)), 1, 29),
	() => pick([sundayOf(pick(YEARS), 2), sundayOf(pick(YEARS), 2, 2)]),
	() => pick([sundayOf(pick(YEARS), 9), sundayOf(pick(YEARS), 10, 1)]),
];

const drawnMoment = (): string => {
	const time = pick(DAYS)() + pick(HOURS) * HOUR + int(0, HOUR - 1);
	return `${new Date(time).toISOString().slice(0, 19)}Z`;
};

const drawnZone = (): string => pick(chance(0.7) ? ZONES : Intl.supportedValuesOf('timeZone'));

function drawnReadings(): string {
	if (chance(0.3)) return pick(['default', 'opposite']);
	return dialectText(drawnDialect(int(0, 1_000_000)));
}

const all = SUITES.flatMap((suite) =>
	readdirSync(`test/${suite}`, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.test.mts'))
		.map((file) => `test/${suite}/${file}`),
)
	.filter((file) => positionals.every((word) => file.includes(word)))
	.sort();

/** The files that have not had their turn: each has it once before one has it again. */
let deck: string[] = [];

function drawnFiles(): string[] {
	const files: string[] = [];
	while (files.length < Math.min(FILES, all.length)) {
		if (deck.length === 0) deck = all.filter((file) => !files.includes(file));
		files.push(...deck.splice(int(0, deck.length - 1), 1));
	}
	return files;
}

interface Result {
	numPassedTests: number;
	numFailedTests: number;
}

const FOLDER = '.cache/explore';
mkdirSync(FOLDER, { recursive: true });

/** Runs a command to its end. @returns what it printed */
async function printed(command: string, args: string[], env: NodeJS.ProcessEnv): Promise<string> {
	let text = '';
	await new Promise((resolve) => {
		const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
		for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
		child.once('error', resolve);
		child.once('close', resolve);
	});
	return text;
}

/** Runs files of tests. @returns how many tests passed, and the commands that run again what failed */
async function run(round: number, files: string[], env: Record<string, string>): Promise<{ passed: number; commands: string[] }> {
	const report = `${FOLDER}/round.json`;
	rmSync(report, { force: true });
	const reporters = ['default', './test/support/seedReporter.cjs'].map((reporter) => `--reporters=${reporter}`);
	const args = ['jest', '--selectProjects', ...SUITES, '--maxWorkers', values.workers, ...reporters, '--json', `--outputFile=${report}`];
	const text = await printed('npx', [...args, '--runTestsByPath', ...files], { ...process.env, ...env });
	const [, again = ''] = /^To run again what has failed:\n((?:.*npx jest .*\n)+)/m.exec(text) ?? [];
	const commands = again.split('\n').filter(Boolean);
	if (commands.length > 0) writeFileSync(`${FOLDER}/${round}.log`, text);
	try {
		return { passed: (JSON.parse(readFileSync(report, 'utf8')) as Result).numPassedTests, commands };
	} catch {
		throw new Error(`Jest did not run:\n${text}`);
	}
}

const until = Date.now() + Number(values.minutes) * 60_000;
console.log(`Explores ${all.length} files: --draw ${values.draw}`);
const failures: string[] = [];
let rounds = 0;
let tests = 0;
while (Date.now() < until) {
	const row = { now: drawnMoment(), zone: drawnZone(), seed: int(1, 1_000_000), dialect: drawnReadings() };
	const files = drawnFiles();
	const begun = Date.now();
	console.log(`\n=== ${++rounds}: ${row.now} in ${row.zone}, seed ${row.seed}, dialect ${row.dialect}`);
	console.log(files.map((file) => file.replace(/^test\/|\.test\.mts$/g, '')).join(' '));
	const { passed, commands } = await run(rounds, files, {
		CLUB_TEST_NOW: row.now,
		CLUB_TEST_ZONE: row.zone,
		CLUB_TEST_SEED: String(row.seed),
		CLUB_DIALECT: row.dialect,
	});
	tests += passed;
	failures.push(...commands);
	console.log(`${passed} passed, ${commands.length} commands of failures, ${Math.round((Date.now() - begun) / 1000)} s`);
	for (const command of commands) console.log(`FAILED (${FOLDER}/${rounds}.log): ${command}`);
}
console.log(`\n${rounds} rounds, ${tests} tests passed, ${failures.length} failures`);
for (const failure of failures) console.log(failure);
process.exitCode = failures.length > 0 ? 1 : 0;
