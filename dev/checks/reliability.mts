// Writes docs/reliability.md from the reports of a whole run: `npm run test:all`, then `npm run test:mutation`.
// With one of these it writes a single section:
//   --attacks    what the page of security names; `npm test` and `npm run test:n8n` are enough for it
//   --badges     "Never miss a badge"; `npm run test:all -- e2e queue` is enough for it
//   --mutation   mutation, where a file that was not run keeps its figures
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
	if (!existsSync(path)) throw new StepFailed(`There is no ${file} yet: run "${command}" first.`);
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
