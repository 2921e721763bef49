// Writes docs/reliability.md from the reports of a full run: `npm run test:all`, then `npm run test:mutation`.
// An option writes one section only:
//   --attacks    "Attacks"; needs `npm test` and `npm run test:n8n`
//   --badges     "Never miss a badge"; needs `npm run test:all -- e2e queue`
//   --mutation   "Mutation"; a file that did not run keeps its figures
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT, StepFailed } from '../host/commands.mts';
import { HOST, HOST_V1, n8nVersionOf } from '../host/install.mts';
import {
	attacksSection,
	badgesSection,
	mutationSection,
	reliabilityPage,
	withSection,
	type BadgeFigures,
	type MutationReport,
	type SuiteReport,
} from './reliabilityPage.mts';

function report<T>(file: string, command: string): T {
	const path = join(ROOT, '.cache', file);
	if (!existsSync(path)) throw new StepFailed(`The report ${file} does not exist. Run "${command}" first.`);
	return JSON.parse(readFileSync(path, 'utf8')) as T;
}

const suite = (name: string): SuiteReport => report(`test-${name}.json`, 'npm run test:all');

const reports = ['e2e', 'v1', 'queue', 'rate']
	.map((name) => `badges-${name}.json`)
	.filter((file) => existsSync(join(ROOT, '.cache', file)));
const badges = reports.map((file) => report<BadgeFigures>(file, 'npm run test:all'));

const security = readFileSync(join(ROOT, 'SECURITY.md'), 'utf8');

const mutants = () => report<MutationReport>('mutation/report.json', 'npm run test:mutation');

const whole = (): string =>
	reliabilityPage(
		{
			suites: {
				unit: suite('unit'),
				integration: suite('integration'),
				repo: suite('repo'),
				e2e: suite('e2e'),
				v1: suite('v1'),
				queue: suite('queue'),
			},
			versions: { e2e: n8nVersionOf(HOST), v1: n8nVersionOf(HOST_V1), queue: n8nVersionOf(HOST) },
			mutation: mutants(),
			badges,
		},
		security,
	);

const one = { type: 'boolean', default: false } as const;
const { values } = parseArgs({ options: { attacks: one, badges: one, mutation: one } });
const file = join(ROOT, 'docs', 'reliability.md');
const sections = [
	...(values.attacks ? [attacksSection(['unit', 'integration', 'long', 'e2e'].map(suite), security)] : []),
	...(values.badges ? [badgesSection(badges)] : []),
	...(values.mutation ? [mutationSection(mutants(), readFileSync(file, 'utf8'))] : []),
];
writeFileSync(file, sections.length > 0 ? sections.reduce(withSection, readFileSync(file, 'utf8')) : whole());
