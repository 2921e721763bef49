import { readFileSync } from 'node:fs';
import { POLLED_EVENTS } from '../../nodes/ClubPollTrigger/causes/polledEvents';
import {
	doorSection,
	livingSection,
	mutationSection,
	reliabilityPage,
	type BadgeFigures,
	type SuiteReport,
} from '../../dev/checks/reliabilityPage.mts';

const report = (file: string, ...tests: Array<[string, string]>): SuiteReport => ({
	numPassedTests: tests.length,
	startTime: Date.parse('2026-01-01T09:00:00Z'),
	testResults: [
		{ name: file, assertionResults: tests.map(([operation, title]) => ({ ancestorTitles: [operation], title, status: 'passed' })) },
	],
});

const none = report('none');

const mutated = (...statuses: string[]) => ({ date: '2026-01-01', mutants: statuses.map((status) => ({ status })) });

const figures = (over: Partial<BadgeFigures>): BadgeFigures => ({
	suite: 'e2e',
	n8n: '2.0.0',
	date: '2026-01-01',
	seconds: 300,
	badges: 2_000,
	dropped: 600,
	doubled: 400,
	whileDown: 200,
	failed: 0,
	missed: 0,
	twice: 0,
	...over,
});

const SECURITY = `# Security
## What reaches the triggers
- A token ([test](test/e2e/trigger.test.mts), [and](test/unit/other.test.mts)).
## Agents
Never.
`;

test('the page of reliability says what the reports of the runners say', () => {
	const page = reliabilityPage(
		{
			version: '1.2.0',
			suites: {
				unit: none,
				integration: report(
					'test/integration/matrix/lists.test.mts',
					['athlete.getAll', '404'],
					['athlete.getAll', 'a drop'],
					['class.get', '404'],
				),
				repo: none,
				e2e: report('test/e2e/trigger.test.mts', ['The Club Trigger', 'is registered again when the club drops the subscription']),
				v1: none,
				queue: none,
			},
			versions: { e2e: '2.0.0' },
			mutation: {
				files: { 'nodes/shared/api/events.ts': mutated('Killed', 'Timeout', 'Survived', 'Ignored') },
			},
			badges: [figures({}), figures({ suite: 'queue', failed: 2, twice: 3 })],
		},
		{ security: SECURITY, earlier: '| `Club/calls/batchReads.ts` | 10 | 10 | 100 % | 2025-12-01 |\n' },
	);
	expect(page).toContain('This page is of version 1.2.0.');
	expect(page).toContain('| e2e | the packed pack in a real n8n | 2.0.0 | 1 | 2026-01-01 |');
	expect(page).toContain('2 operations and further ways to use them, 3 pairs of these with a fault.');
	expect(page).toContain('| What reaches the triggers | 2 | 1 |\n');
	expect(page).not.toContain('| Agents |');
	expect(page).toContain('- is registered again when the club drops the subscription\n');
	expect(page).toContain('| `shared/api/events.ts` | 3 | 2 | 66 % | 2026-01-01 |\n| all | 13 | 12 | 92 % |  |\n');
	expect(page).toContain('| **mailed more than once** | 0 | 3 |');
});

test('of mutation, a file that was not run keeps its figures and its day, and one that is gone leaves the page', () => {
	const earlier = '| `gone.ts` | 1 | 1 | 100 % | 2025-12-01 |\n| `Club/calls/batchReads.ts` | 1,001 | 1,000 | 99 % | 2025-12-01 |\n';
	const section = mutationSection({ files: { 'nodes/shared/api/events.ts': mutated('Killed') } }, earlier);
	expect(section).toContain(
		'| `Club/calls/batchReads.ts` | 1,001 | 1,000 | 99 % | 2025-12-01 |\n| `shared/api/events.ts` | 1 | 1 | 100 % | 2026-01-01 |\n| all | 1,002 | 1,001 | 99 % |',
	);
	expect(section).not.toContain('gone.ts');
	expect(section).toMatch(/^Not counted yet: `Club\/fields\/checks.ts`, /m);
});

test('of a living club, the page says event by event what was told, missed and told wrongly, and keeps it without a run', () => {
	const row = { event: 'Class.Full', right: 1_200, missed: { 'between two polls': 3 }, wrong: 0 };
	const section = livingSection({ date: '2026-01-01', days: 365, members: 400, ending: [row], all: [{ ...row, missed: {} }] }, '');
	expect(section).toContain('| `Class.Full` | 1,200 | 3 between two polls | 0 |\n| `Class.Full`, all products | 1,200 | 0 | 0 |');
	expect(livingSection(undefined, `# Reliability\n\n${section}## Next\n`)).toBe(section);
});

test('the year of a living club has a row for each event that polls find, and with the chosen products nothing told wrongly', () => {
	const section = livingSection(undefined, readFileSync('docs/reliability.md', 'utf8'));
	const rows = [...section.matchAll(/^\| `(\S+)`(, all products)? \| [\d,]+ \| (.+) \| ([\d,]+) \|$/gm)];
	const ofEnding = rows.filter(([, , isAll]) => !isAll);
	expect(ofEnding.map(([, event]) => event).sort()).toEqual(POLLED_EVENTS.map(({ name }) => name).sort());
	expect(ofEnding.filter(([, , , , wrong]) => wrong !== '0')).toEqual([]);
	expect(rows.filter(([, , , missed]) => missed.includes('for no reason'))).toEqual([]);
});

test('of a month of emails, the page says what became of them and what did not hold, and keeps it without a run', () => {
	const figures = { date: '2026-01-01', days: 30, athletes: 5_000, asked: 1_200, sent: 1_100, waited: 20, lost: 2, waiting: 1, stops: 50 };
	const section = doorSection({ ...figures, held: { 'They left the club': 97 }, broken: { 'at night': 0 } }, '');
	expect(section).toContain('| given to the workflow | 1,200 |\n| sent | 1,100 |\n| not sent: They left the club | 97 |');
	expect(section).toContain('| **at night** | 0 |');
	expect(doorSection(undefined, `# Reliability\n\n${section}## Next\n`)).toBe(section);
});

test('the page says of which version it is, and has the parts that a release writes', () => {
	const page = readFileSync('docs/reliability.md', 'utf8');
	expect(page).toMatch(/^This page is of version \d+\.\d+\.\d+\. /m);
	const written = reliabilityPage(
		{
			version: '1.2.0',
			suites: { unit: none, integration: none, repo: none, e2e: none, v1: none, queue: none },
			versions: {},
			mutation: { files: {} },
			badges: [],
		},
		{ security: SECURITY, earlier: page },
	);
	const headings = (text: string) => text.match(/^#.*$/gm);
	expect(headings(page)).toEqual(headings(written));
});
