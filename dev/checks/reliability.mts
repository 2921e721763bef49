// Writes docs/reliability.md, for the version in package.json, from the reports of `npm run test:all`; `npm run release` does. The reports of
// the gate serve as well, with the samples that it runs. Without a run of `npm run test:mutation`, its figures stay, with their days.
// `npm run reliability -- living` writes only the year of a living club, from its last run, with the day; `-- door` only the month of emails.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, StepFailed } from '../host/commands.mts';
import { HOST, HOST_V1, n8nVersionOf } from '../host/install.mts';
import {
	doorSection,
	livingSection,
	reliabilityPage,
	type BadgeFigures,
	type DoorFigures,
	type LivingFigures,
	type MutationReport,
	type SuiteReport,
} from './reliabilityPage.mts';

const PAGE = join(ROOT, 'docs', 'reliability.md');

const read = <T,>(...path: string[]): T => JSON.parse(readFileSync(join(ROOT, ...path), 'utf8')) as T;
const isThere = (file: string): boolean => existsSync(join(ROOT, '.cache', file));

/** When the newest commit was made: a report from before does not tell of it. */
const committed = 1_000 * Number(execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: ROOT, encoding: 'utf8' }));

function suite(name: string): SuiteReport {
	const file = `test-${name}.json`;
	if (!isThere(file)) throw new StepFailed(`The report .cache/${file} does not exist. Run "npm run test:all" first.`);
	const report = read<SuiteReport>('.cache', file);
	if (report.startTime < committed)
		throw new StepFailed(`The report .cache/${file} is older than the last commit. Run "npm run test:all" first.`);
	return report;
}

/** The gate runs the long suites in two parts. */
function integration(): SuiteReport {
	const [one, ...rest] = ['integration', ...(isThere('test-long.json') ? ['long'] : [])].map(suite);
	return rest.reduce(
		(all, more) => ({
			...all,
			numPassedTests: all.numPassedTests + more.numPassedTests,
			testResults: [...all.testResults, ...more.testResults],
		}),
		one,
	);
}

/** What a run of a living club wrote, with the day; undefined without a run. */
function dated<T extends { date: string }>(file: string): T | undefined {
	if (!isThere(file)) return undefined;
	const { mtime } = statSync(join(ROOT, '.cache', file));
	return { ...read<T>('.cache', file), date: mtime.toISOString().slice(0, 10) };
}

const badges = ['e2e', 'v1', 'queue', 'rate'].map((name) => `badges-${name}.json`).filter(isThere);
const mutation = 'mutation/report.json';

try {
	const earlier = readFileSync(PAGE, 'utf8');
	const [living, door] = [dated<LivingFigures>('living.json'), dated<DoorFigures>('door.json')];
	const whole = () =>
		reliabilityPage(
			{
				version: read<{ version: string }>('package.json').version,
				suites: {
					unit: suite('unit'),
					integration: integration(),
					repo: suite('repo'),
					e2e: suite('e2e'),
					v1: suite('v1'),
					queue: suite('queue'),
				},
				versions: { e2e: n8nVersionOf(HOST), v1: n8nVersionOf(HOST_V1), queue: n8nVersionOf(HOST) },
				mutation: isThere(mutation) ? read<MutationReport>('.cache', mutation) : { files: {} },
				living,
				door,
				badges: badges.map((file) => read<BadgeFigures>('.cache', file)),
			},
			{ security: readFileSync(join(ROOT, 'SECURITY.md'), 'utf8'), earlier },
		);
	const sections: Record<string, (page: string, isNew: boolean) => string> = {
		living: (page, isNew) => livingSection(isNew ? living : undefined, page),
		door: (page, isNew) => doorSection(isNew ? door : undefined, page),
	};
	const section = sections[process.argv[2]];
	writeFileSync(PAGE, section ? earlier.replace(section(earlier, false), () => section(earlier, true)) : whole());
} catch (error) {
	if (!(error instanceof StepFailed)) throw error;
	console.error(error.message);
	process.exitCode = 1;
}
