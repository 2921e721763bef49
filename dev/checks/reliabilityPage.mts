import { PURE_FILES } from './pureFiles.mts';

/** The parts of Jest's report that this page uses. */
export interface SuiteReport {
	numPassedTests: number;
	/** Start of the run, in ms. */
	startTime: number;
	testResults: Array<{ name: string; assertionResults: Array<{ ancestorTitles: string[]; title: string; status: string }> }>;
}

/** The result of the example workflow "Congratulate a member on a badge" in a real n8n. */
export interface BadgeFigures {
	suite: 'e2e' | 'v1' | 'queue' | 'rate';
	n8n: string;
	date: string;
	seconds: number;
	badges: number;
	/** Badges without a delivery, with two deliveries, and awarded while n8n was down. */
	dropped: number;
	doubled: number;
	whileDown: number;
	/** Executions that a killed process was running. */
	failed: number;
	/** Badges without a mail, and with more than one. */
	missed: number;
	twice: number;
}

/** What became of the wishes of a club's owner for one event. */
interface LivingRow {
	event: string;
	right: number;
	/** How many were missed, by the reason. */
	missed: Record<string, number>;
	wrong: number;
}

/** What the polls of a living club told: of the products that end, and of all of them. */
export interface LivingFigures {
	date: string;
	days: number;
	members: number;
	ending: LivingRow[];
	all: LivingRow[];
}

/** What became of the emails that the example workflows gave to the door in a month. */
export interface DoorFigures {
	date: string;
	days: number;
	athletes: number;
	asked: number;
	sent: number;
	/** Emails that were not sent, by the reason in the table. */
	held: Record<string, number>;
	/** Emails that waited for the morning, were lost with a killed process, or wait still. */
	waited: number;
	lost: number;
	waiting: number;
	/** How many people pressed "Stop". */
	stops: number;
	/** What the door promises, and how often it did not hold. */
	broken: Record<string, number>;
}

/** The parts of Stryker's report that this page uses. */
export interface MutationReport {
	files: Record<string, { date: string; mutants: Array<{ status: string }> }>;
}

const SUITES = {
	unit: 'parts of the pack alone, with a stopped clock',
	integration: "the nodes in n8n's engine, against the sandbox",
	repo: 'the documentation, its links and generated files',
	e2e: 'the packed pack in a real n8n',
	v1: 'the same in the newest n8n 1.x',
	queue: 'the same in queue mode: two workers, Redis, PostgreSQL',
} as const;

type Suite = keyof typeof SUITES;

/** The reports of all runners, and the versions of the pack and of n8n that the suites ran in. */
export interface Reports {
	version: string;
	suites: Record<Suite, SuiteReport>;
	versions: Partial<Record<Suite, string>>;
	mutation: MutationReport;
	badges: readonly BadgeFigures[];
	/** Absent where the whole year, and the whole month, did not run. */
	living?: LivingFigures;
	door?: DoorFigures;
}

const count = (value: number): string => value.toLocaleString('en');

const table = (head: string[], rows: string[][]): string =>
	[head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** The passed tests of a suite, in files with this text in their path. */
const passedIn = ({ testResults }: SuiteReport, part: string) =>
	testResults
		.filter(({ name }) => name.includes(part))
		.flatMap(({ assertionResults }) => assertionResults.filter(({ status }) => status === 'passed'));

/** The titles of the passed tests, as a list. */
const titlesIn = (suite: SuiteReport, part: string): string =>
	passedIn(suite, part)
		.map(({ title }) => `- ${title}`)
		.join('\n');

const NOTICED = ['Killed', 'Timeout'];
const PLANTED = [...NOTICED, 'Survived', 'NoCoverage'];

/** Counts the mutants with a result, and those that a test noticed. */
export const noticedIn = (mutants: ReadonlyArray<{ status: string }>): { planted: number; noticed: number } => ({
	planted: mutants.filter(({ status }) => PLANTED.includes(status)).length,
	noticed: mutants.filter(({ status }) => NOTICED.includes(status)).length,
});

interface MutationRow {
	file: string;
	planted: number;
	noticed: number;
	date: string;
}

const rowOf = (name: string, { planted, noticed, date }: Omit<MutationRow, 'file'>): string[] => [
	name,
	count(planted),
	count(noticed),
	`${Math.floor((100 * noticed) / planted)} %`,
	date,
];

/** The mutation figures on a page, by file. */
const mutationRowsOf = (page: string): MutationRow[] =>
	[...page.matchAll(/^\| `(\S+\.ts)` \| ([\d,]+) \| ([\d,]+) \| \d+ % \| (.+) \|$/gm)].map(([, file, planted, noticed, date]) => {
		const [total, found] = [planted, noticed].map((figure) => Number(figure.replace(/,/g, '')));
		return { file: `nodes/${file}`, planted: total, noticed: found, date };
	});

/** The section on mutation. A file that did not run keeps its figures from the page. */
export function mutationSection({ files }: MutationReport, page: string): string {
	const known = new Map(mutationRowsOf(page).map((row) => [row.file, row]));
	for (const [file, { mutants, date }] of Object.entries(files)) known.set(file, { file, date, ...noticedIn(mutants) });
	const rows = PURE_FILES.map((file) => known.get(file)).filter((row) => row !== undefined && row.planted > 0) as MutationRow[];
	const sum = (part: 'planted' | 'noticed') => rows.reduce((total, row) => total + row[part], 0);
	const nameOf = (file: string) => `\`${file.replace(/^nodes\//, '')}\``;
	const body = rows.map((row) => rowOf(nameOf(row.file), row));
	const others = PURE_FILES.filter((file) => !known.has(file)).map(nameOf);
	const all = rowOf('all', { planted: sum('planted'), noticed: sum('noticed'), date: '' });
	return `${MUTATION}

\`npm run test:mutation\` plants small errors in the code that runs without n8n, one at a time, and counts those that a unit test notices. Some
errors cannot be noticed, because they do not change what the code does. Each row names its day. The file may
have changed since then, or it may contain another file that the row does not count.

${table(['File', 'Planted', 'Noticed', '', 'Counted on'], [...body, all])}
${others.length > 0 ? `\nNot counted yet: ${others.join(', ')}.\n` : ''}`;
}

const ATTACKS = '## Attacks';

/** The tests that each section of the security page names. */
function attacksSection(suites: readonly SuiteReport[], security: string): string {
	const sections = security.split(/^## /m).slice(1);
	const days = suites.map(({ startTime }) => new Date(startTime).toISOString().slice(0, 10)).sort();
	const rows = sections.flatMap((section): string[][] => {
		const files = new Set([...section.matchAll(/\]\((test\/[\w/.]+\.test\.mts)\)/g)].map(([, file]) => file));
		const tests = suites.flatMap((suite) => [...files].flatMap((file) => passedIn(suite, file)));
		return tests.length > 0 ? [[section.split('\n')[0], count(files.size), count(tests.length)]] : [];
	});
	return `${ATTACKS}

Each promise of [the security page](../SECURITY.md) names the tests that try to break it. The pack refused every attack. The figures are of
${days.at(-1)}. They include the tests of ordinary use in the same files.

${table(['Part of the page', 'Files of tests', 'Tests passed'], rows)}
`;
}

const MUTATION = '## Mutation, of all three nodes';

const BADGES = '## Never miss a badge';

const MODES: Partial<Record<BadgeFigures['suite'], string>> = {
	queue: 'queue mode, two workers',
	rate: 'regular mode, a club of 50 calls a minute',
};

/** The result of both triggers side by side. */
function badgesSection(figures: readonly BadgeFigures[]): string {
	const head = ['', ...figures.map(({ suite, n8n }) => `n8n ${n8n}, ${MODES[suite] ?? 'regular mode'}`)];
	const row = (title: string, value: (one: BadgeFigures) => number | string) => [
		title,
		...figures.map(value).map((cell) => (typeof cell === 'number' ? count(cell) : cell)),
	];
	const rows = [
		row('badges', ({ badges }) => badges),
		row('never delivered', ({ dropped }) => dropped),
		row('delivered twice', ({ doubled }) => doubled),
		row('awarded while n8n was down for an hour', ({ whileDown }) => whileDown),
		row('executions that a killed process (`kill -9`) was running', ({ failed }) => failed),
		row('**missed**', ({ missed }) => missed),
		row('**mailed more than once**', ({ twice }) => twice),
		row('seconds, restarts included', ({ seconds }) => seconds),
		row('counted on', ({ date }) => date),
	];
	return `${BADGES}

The example workflow *Congratulate a member on a badge* runs in a real n8n with both triggers. It must send one email for each badge.

${table(head, rows)}

The test shortens the delays of the poll: 20 seconds instead of 2 minutes, some minutes instead of 2 hours.
[What can come twice](reconciliation.md#what-once-across-both-means).
`;
}

const LIVING = '## A year of a living club';

/** A section as the page has it. */
function sectionIn(page: string, heading: string): string {
	const [, known = '\nNot counted yet.\n\n'] = page.split(`${heading}\n`);
	return `${heading}\n${known.split(/^## /m)[0]}`;
}

const DOOR = '## One door for emails';

/** What became of the advertising of a month. Without a run, the section of the page stays. */
export function doorSection(figures: DoorFigures | undefined, page: string): string {
	if (!figures) return sectionIn(page, DOOR);
	const { date, days, athletes, asked, sent, held, waited, lost, waiting, stops, broken } = figures;
	const rows: Array<[string, number]> = [
		['given to the workflow', asked],
		['sent', sent],
		...Object.entries(held).map(([reason, number]): [string, number] => [`not sent: ${reason}`, number]),
		['lost with a killed process', lost],
		['still wait for the morning', waiting],
		...Object.entries(broken).map(([promise, number]): [string, number] => [`**${promise}**`, number]),
	];
	return `${DOOR}

All example workflows about members run for ${days} days in an invented club of ${count(athletes)} athletes. Their advertising goes through *Write to a
member*. ${count(stops)} people press *Stop*, and the coach approves or changes drafts at any hour. A kill ends n8n twice: once right after an
email and before its note, and once in the evening until after the next morning. ${count(waited)} emails waited for a morning. A second
program knows only what happened in the club, and compares each email with that. Counted on ${date}.

${table(
	['', 'emails'],
	rows.map(([what, number]) => [what, count(number)]),
)}

`;
}

/** What the polls of a year told, and what the owner wanted. Without a run, the section of the page stays. */
export function livingSection(figures: LivingFigures | undefined, page: string): string {
	if (!figures) return sectionIn(page, LIVING);
	const { date, days, members, ending, all } = figures;
	const missedOf = (missed: Record<string, number>) =>
		Object.entries(missed)
			.map(([reason, missing]) => `${count(missing)} ${reason}`)
			.join(', ') || '0';
	const rowsOf = (rows: LivingRow[], note = '') =>
		rows.map(({ event, right, missed, wrong }) => [`\`${event}\`${note}`, count(right), missedOf(missed), count(wrong)]);
	return `${LIVING}

An invented club of ${count(members)} members lives for ${count(days)} days. Its people join, pay, come, book, freeze and leave; the Club Poll Trigger asks
every four hours. A second program knows only what happened, and says what a sensible owner wants to know. The table compares
both. *Product Names or IDs* has the products that really end. The last rows are without it. All that is wrong there is of members who pay by the
month. Until the trigger has seen a payment move the end on, it tells that end, and takes the payment for a renewal.
Counted on ${date}.

${table(['Event', 'Rightly told', 'Missed', 'Told wrongly'], [...rowsOf(ending), ...rowsOf(all, ', all products')])}

`;
}

/** What the tests of removals count. They do so in every run, so the section has no day. */
const LACKING = `## When a list lacks records

A list can lack records for an hour or for good. The tests of removals and of calendars hold these figures, with 400 *Calls per Day*:

${table(
	['What happens', 'Polls', 'What the trigger tells, and when', 'Calls besides those of the lists', 'Who or what is new meanwhile'],
	[
		[
			'500 members leave on one day',
			'every hour',
			'each of them, within 36 hours; by a new trigger within 3 days',
			'500',
			'at the next poll',
		],
		['the same', 'every day', '20 a day, the last after 25 days', '500', 'at the next poll'],
		[
			'2,000 old memberships leave the list, but the club still has them',
			'every hour',
			'nothing',
			'2,000 in 8 days, then 20 a day',
			'at the next poll',
		],
		['the same', 'every day', 'nothing', '20 a day', 'at the next poll'],
		[
			'The club refuses a calendar that gave classes',
			'every 15 minutes',
			'an error once an hour; nothing of its classes',
			'none',
			'members and classes of the others at the next poll, or at the one after the error',
		],
		[
			'A calendar gives no class for an hour',
			'every 15 minutes',
			'nothing; after the hour *Class Unpublished* for each',
			'none; then 1 for each class',
			'members and classes of the others at the next poll',
		],
		['A row is missing once', 'any', 'nothing', '1', 'at the next poll'],
	],
)}

`;

/** The page docs/reliability.md, from SECURITY.md and the page as it was besides. */
export function reliabilityPage(
	{ version, suites, versions, mutation, badges, living, door }: Reports,
	{ security, earlier }: { security: string; earlier: string },
): string {
	const faults = passedIn(suites.integration, '/matrix/');
	const hostile = passedIn(suites.integration, '/hostile/');
	return `# Reliability

After this page you know which failures the tests cover, and what they counted.

This page is of version ${version}. \`npm run release\` writes it from the reports of the test runners; do not edit it by hand. All tests run against the
[sandbox](sandbox.md). It refuses what the API's description refuses, and records every broken rule. **A test passes only if that record is
empty.** No key, password or token may reach an item, an error, a log line, an address or n8n's database.

${table(
	['Suite', 'What runs', 'n8n', 'Tests passed', 'Counted on'],
	Object.entries(SUITES).map(([name, what]) => {
		const { numPassedTests, startTime } = suites[name as Suite];
		return [name, what, versions[name as Suite] ?? '', count(numPassedTests), new Date(startTime).toISOString().slice(0, 10)];
	}),
)}

## Faults

The tests run every operation with every fault at its first, middle and last call. Faults are refusals, outages, broken connections,
unreadable answers, and answers lost after the club did the work. No run lost a row, and none created a record twice. Each run was
complete, or its error named what it did and what it did not do.

${count(new Set(faults.map(({ ancestorTitles }) => ancestorTitles.join())).size)} operations and further ways to use them, ${count(faults.length)} pairs of these with a fault.

## Hostile input

The tests give every parameter of every operation harmful values: paths and queries in IDs, control characters, huge and deep JSON, wrong
types, and impossible dates. No value changed a route, path, query or header that it should not change.

${count(hostile.filter(({ title }) => title.startsWith('takes or refuses')).length)} parameters, each with all of these values. Deliveries to the trigger have them in every property too.

${attacksSection(Object.values(suites), security)}
## The trigger in a real n8n

${titlesIn(suites.e2e, '/trigger')}

## Queue mode

${titlesIn(suites.queue, '/queue')}

${livingSection(living, earlier)}${LACKING}${badgesSection(badges)}
${doorSection(door, earlier)}${mutationSection(mutation, earlier)}`;
}
