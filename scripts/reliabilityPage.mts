/** What is used of Jest's report of a suite. */
export interface SuiteReport {
	numPassedTests: number;
	/** When it began, in ms. */
	startTime: number;
	testResults: Array<{ name: string; assertionResults: Array<{ ancestorTitles: string[]; title: string; status: string }> }>;
}

/** What came of the example workflow "Badges, and none missed" in a real n8n. */
export interface BadgeFigures {
	suite: 'e2e' | 'v1' | 'queue';
	n8n: string;
	date: string;
	seconds: number;
	badges: number;
	/** Badges whose event was never sent, was sent twice, and that were awarded while n8n was down. */
	dropped: number;
	doubled: number;
	whileDown: number;
	/** Executions that did not succeed: those that a killed worker had in hand. */
	failed: number;
	/** Badges without a mail, and with more than one. */
	missed: number;
	twice: number;
}

/** What is used of Stryker's report. */
export interface MutationReport {
	files: Record<string, { mutants: Array<{ status: string }> }>;
}

const SUITES = {
	unit: 'parts of the pack by themselves, with a clock that stands',
	integration: "both nodes in n8n's engine, against the sandbox",
	repo: 'the documentation, its links, and what is generated',
	e2e: 'the packed pack in a real n8n',
	v1: 'the same in the newest n8n 1.x',
	queue: 'the same in queue mode: two workers, Redis, PostgreSQL',
} as const;

type Suite = keyof typeof SUITES;

/** The reports of all runners, and the versions of n8n that the suites ran in. */
export interface Reports {
	suites: Record<Suite, SuiteReport>;
	versions: Partial<Record<Suite, string>>;
	mutation: MutationReport;
	badges: readonly BadgeFigures[];
}

const count = (value: number): string => value.toLocaleString('en');

const table = (head: string[], rows: string[][]): string =>
	[head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** The passed tests of the files of a suite whose path has a part. */
const passedIn = ({ testResults }: SuiteReport, part: string) =>
	testResults
		.filter(({ name }) => name.includes(part))
		.flatMap(({ assertionResults }) => assertionResults.filter(({ status }) => status === 'passed'));

/** What is told by the titles of tests. */
const titlesIn = (suite: SuiteReport, part: string): string =>
	passedIn(suite, part)
		.map(({ title }) => `- ${title}`)
		.join('\n');

const NOTICED = ['Killed', 'Timeout'];
const PLANTED = [...NOTICED, 'Survived', 'NoCoverage'];

/** How many mutants could be told, and how many of them a test has noticed. */
export const noticedIn = (mutants: ReadonlyArray<{ status: string }>): { planted: number; noticed: number } => ({
	planted: mutants.filter(({ status }) => PLANTED.includes(status)).length,
	noticed: mutants.filter(({ status }) => NOTICED.includes(status)).length,
});

const share = ({ planted, noticed }: ReturnType<typeof noticedIn>): string[] => [
	count(planted),
	count(noticed),
	`${Math.floor((100 * noticed) / planted)} %`,
];

/** What came of errors that were planted, file by file. */
export function mutationSection({ files }: MutationReport): string {
	const all = Object.entries(files).map(([file, { mutants }]) => ({ file: file.replace(/^nodes\/shared\//, ''), ...noticedIn(mutants) }));
	const sum = (part: 'planted' | 'noticed') => all.reduce((total, one) => total + one[part], 0);
	const rows = all.filter(({ planted }) => planted > 0).map((one) => [`\`${one.file}\``, ...share(one)]);
	return `## Mutation

Small errors were planted in the code that the nodes share, one at a time; so many of them were noticed by a unit test. Some cannot be
noticed: with them the code does the same.

${table(['File', 'Planted', 'Noticed', ''], [...rows, ['all', ...share({ planted: sum('planted'), noticed: sum('noticed') })]])}
`;
}

const BADGES = '## Badges, and none missed';

/** What came of both triggers side by side; the command that counted it is part of it. */
export function badgesSection(figures: readonly BadgeFigures[]): string {
	const head = ['', ...figures.map(({ suite, n8n }) => `n8n ${n8n}, ${suite === 'queue' ? 'queue mode, two workers' : 'regular mode'}`)];
	const row = (title: string, value: (one: BadgeFigures) => number | string) => [
		title,
		...figures.map(value).map((cell) => (typeof cell === 'number' ? count(cell) : cell)),
	];
	const rows = [
		row('badges', ({ badges }) => badges),
		row('of these never delivered', ({ dropped }) => dropped),
		row('delivered twice', ({ doubled }) => doubled),
		row('awarded while n8n was down for an hour', ({ whileDown }) => whileDown),
		row('executions that a killed worker (`kill -9`) had in hand', ({ failed }) => failed),
		row('**missed**', ({ missed }) => missed),
		row('**mailed more than once**', ({ twice }) => twice),
		row('seconds, restarts included', ({ seconds }) => seconds),
		row('counted on', ({ date }) => date),
	];
	return `${BADGES}

The example workflow of that name in a real n8n, with both triggers: one mail a badge. \`npm run test:all -- e2e v1 queue\`
counts 2,000 badges, \`npm test\` and \`npm run test:queue\` 200.

${table(head, rows)}

In queue mode a badge is mailed twice where the killed worker had sent its mail and not ended; where two workers write to
n8n's record in the same moment it can be: [what "once across both" means](reconciliation.md).
`;
}

/** A page with this section in place of the one of the same heading, or as its last. */
export function withSection(page: string, section: string): string {
	const [heading] = section.split('\n');
	const parts = page.split(/^(?=## )/m);
	const place = parts.findIndex((part) => part.startsWith(`${heading}\n`));
	const isLast = place < 0 || place === parts.length - 1;
	parts.splice(place < 0 ? parts.length : place, place < 0 ? 0 : 1, isLast ? section : `${section}\n`);
	return place < 0 ? `${page.trimEnd()}\n\n${section}` : parts.join('');
}

/** The page docs/reliability.md. */
export function reliabilityPage({ suites, versions, mutation, badges }: Reports): string {
	const faults = passedIn(suites.integration, '/matrix/');
	const hostile = passedIn(suites.integration, '/hostile/');
	return `# Reliability

Written by \`npm run reliability\` from the reports of the test runners; do not edit by hand. Everything here runs against
the [sandbox](sandbox.md), a strict club of our own that refuses what the API's description refuses and keeps a record of
every breach of a rule. **A test passes only when that record is empty**, and when no key, password or token is found in
anything that was written: items, errors, log lines, the database of n8n, addresses.

${table(
	['Suite', 'What runs', 'n8n', 'Tests passed', 'Counted on'],
	Object.entries(SUITES).map(([name, what]) => {
		const { numPassedTests, startTime } = suites[name as Suite];
		return [name, what, versions[name as Suite] ?? '', count(numPassedTests), new Date(startTime).toISOString().slice(0, 10)];
	}),
)}

## Faults

Every operation is run with every fault at its first, middle and last call: refusals, outages, broken connections, cut
or unreadable answers, and answers that got lost after the club had done the work. A run passes when it came out
complete, or when its error names what was done and what was not. No row was lost, no record was made twice.

${count(new Set(faults.map(({ ancestorTitles }) => ancestorTitles.join())).size)} operations and further ways of using them, ${count(faults.length)} pairs of these with a fault.

## Hostile input

Every parameter of every operation is given what nobody should send: prototype keys, paths and queries in IDs, control
characters, huge and deep JSON, wrong types, impossible dates. Nothing reached another route, a path, a query or a header that
it should not; what was refused was refused by an error of the node, in words.

${count(hostile.filter(({ title }) => title.startsWith('takes or refuses')).length)} parameters, each with all of these; and deliveries to the trigger with as much in every property.

## The trigger in a real n8n

${titlesIn(suites.e2e, '/trigger')}

## Queue mode

${titlesIn(suites.queue, '/queue')}

${badgesSection(badges)}
${mutationSection(mutation)}`;
}
