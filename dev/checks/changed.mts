// Runs the tests that a change can touch: `npm run test:changed`. Add `-- --n8n` for those in n8n too, and `-- --base NAME` for what has
// changed since another commit than that of main.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';

/** The tests of a room: patterns for the paths of their files. */
interface Tests {
	/** Without n8n. */
	here: string[];
	/** In n8n. */
	n8n?: string[];
}

const CLUB_NODE = 'integration/(laws/|(athlete|booking|class|membership|list|people|clubs|createdOnce|dryRun|tool|repeats)\\.)';

/** What each room (a folder, and all below it) can break. The innermost room of a file counts. */
export const TESTS: Readonly<Record<string, Tests>> = {
	'nodes/shared/api': { here: ['unit/shared/(api|events|lists)/', 'unit/pack/', 'integration/(class|event|list|zones)\\.'] },
	'nodes/shared/transport': {
		here: ['unit/shared/transport/', 'integration/laws/', 'integration/(clubs|keys|pacing|rateLimit|repeats|secrets|createdOnce)\\.'],
		n8n: ['e2e/(club|secrets)\\.'],
	},
	'nodes/shared/lists': {
		here: ['unit/shared/lists/', 'integration/(list|people|pickers)\\.', 'integration/matrix/lists', 'integration/laws/limits'],
	},
	'nodes/shared/events': {
		here: [
			'unit/shared/events/',
			'unit/handledOnce/',
			'integration/(event|getSample)\\.',
			'integration/trigger/',
			'integration/poll/(events|testRun)',
		],
		n8n: ['e2e/(poll|trigger)\\.'],
	},
	nodes: { here: ['unit/shared/', 'unit/pack/'] },
	'nodes/Club': { here: ['unit/Club/', 'unit/pack/', CLUB_NODE, 'integration/(panel|words|surface)\\.'], n8n: ['e2e/(club|panel)\\.'] },
	'nodes/Club/fields': {
		here: ['unit/Club/fields/', CLUB_NODE, 'integration/(blanks|labels|panel|words|switches)\\.', 'integration/hostile/'],
		n8n: ['e2e/panel\\.'],
	},
	'nodes/Club/pickers': { here: ['unit/Club/pickers/', 'integration/(class|labels|pickers|people|zones|laws/dropDowns)\\.'] },
	'nodes/Club/check': { here: ['integration/check\\.'] },
	'nodes/Club/resources': {
		here: ['unit/Club/resources/', CLUB_NODE, 'integration/(panel|words|routes|training|participants)\\.', 'integration/conformance/'],
		n8n: ['e2e/operations\\.'],
	},
	'nodes/Club/__schema__': { here: ['repo/schemas'] },
	'nodes/ClubTrigger': {
		here: ['unit/ClubTrigger/', 'unit/handledOnce/', 'integration/trigger/', 'integration/hostile/deliveries'],
		n8n: ['e2e/trigger\\.'],
	},
	'nodes/ClubPollTrigger': {
		here: ['unit/ClubPollTrigger/', 'unit/polls/(?!livingClub)', 'integration/poll/(?!faults|leftOut|livingClub)'],
		n8n: ['e2e/poll\\.'],
	},
	credentials: {
		here: ['unit/credentials/', 'unit/pack/', 'unit/shared/transport/credential', 'integration/keys\\.'],
		n8n: ['e2e/secrets\\.'],
	},
	sandbox: { here: ['unit/sandbox/', 'integration/sandbox/', 'repo/switches'], n8n: ['e2e/page\\.'] },
	'sandbox/living': { here: ['unit/polls/livingClub'] },
	templates: { here: ['repo/(templates|templateTexts|links|libraryPage)'], n8n: ['engine/', 'e2e/templates\\.'] },
	docs: { here: ['repo/(docs|links|words)', 'repo/\\w+Page'] },
	'docs/images': { here: ['repo/links'] },
	dev: { here: ['unit/dev/', 'unit/test/', 'repo/rooms'] },
	'dev/checks': { here: ['unit/test/', 'repo/(rooms|titles|changed|reliability)'] },
	'dev/bench': { here: ['repo/rooms'] },
	'dev/demo': { here: ['unit/dev/demo/', 'repo/(templates|templateTexts)'], n8n: ['e2e/start\\.'] },
	'dev/docs': { here: ['repo/(docs|schemas|libraryPage|links)', 'integration/builders'] },
	'dev/evals': { here: ['integration/evals'] },
	'dev/host': { here: ['unit/dev/host/', 'integration/keys\\.'], n8n: ['e2e/club\\.'] },
	'dev/release': { here: ['repo/release'] },
	'.ci': { here: ['repo/conventions'] },
	'.github': { here: ['repo/(conventions|release)'] },
	test: { here: ['unit/test/', 'repo/titles'] },
	'.': { here: ['repo/(conventions|dependencies|links|release|words)'] },
};

/** The room of a file: the innermost folder that has tests. */
export function roomOf(file: string): string {
	const parts = file.split('/').slice(0, -1);
	for (; parts.length > 0; parts.pop()) if (parts.join('/') in TESTS) return parts.join('/');
	return '.';
}

/** Patterns of the tests for these files. A test file stands for itself, and support in a folder of tests for all of that folder. */
export function testsFor(files: readonly string[], isInN8n = false): string[] {
	const patterns = files.flatMap((file) => {
		if (/\.test\.mts$/.test(file)) return [`${file}$`];
		const support = /^(test\/(?:unit|integration|e2e|queue)(?:\/\w+)?)\/support\//.exec(file);
		if (support) return [`${support[1]}/`];
		const { here, n8n = [] } = TESTS[roomOf(file)];
		return [...here, ...(isInN8n ? n8n : [])].map((pattern) => `test/${pattern}`);
	});
	return [...new Set(patterns)].sort();
}

const SUITES = ['unit', 'integration', 'repo'];

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const { values } = parseArgs({ options: { base: { type: 'string', default: 'main' }, n8n: { type: 'boolean', default: false } } });
	const linesOf = (...args: string[]): string[] => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
	const [since] = linesOf('merge-base', values.base, 'HEAD');
	const files = [...linesOf('diff', '--name-only', since), ...linesOf('ls-files', '--others', '--exclude-standard')];
	const patterns = testsFor(
		files.filter((file) => existsSync(file) || !file.endsWith('.test.mts')),
		values.n8n,
	);
	console.log(files.length === 0 ? 'Nothing has changed.' : `${files.length} files have changed. Their tests:\n${patterns.join('\n')}`);
	const inN8n = values.n8n ? ['e2e', 'queue', '--maxWorkers=2'] : [];
	const args = ['jest', '--passWithNoTests', '--selectProjects', ...SUITES, ...inN8n, '--testPathPatterns', ...patterns];
	if (files.length > 0)
		process.exitCode = spawnSync('npx', args, { stdio: 'inherit', env: { ...process.env, CLUB_TEST_SHARE: 'short' } }).status ?? 1;
}
