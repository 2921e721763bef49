// For the programs around the pack (sandbox, host, scripts, tests): they run under Node itself, so
// n8n's rules for what ships (no timers, no process, no file system) are not theirs.
import { createRequire } from 'node:module';
import regexp from 'eslint-plugin-regexp';

// The linters that n8n's own configuration brings, in its versions.
const fromN8n = createRequire(createRequire(import.meta.url).resolve('@n8n/node-cli/eslint'));
const js = fromN8n('@eslint/js');
const tseslint = fromN8n('typescript-eslint');
const { importX } = fromN8n('eslint-plugin-import-x');
const { createTypeScriptImportResolver } = fromN8n('eslint-import-resolver-typescript');

/** What ships takes texts of any length, so its regular expressions take linear time. */
const SUPER_LINEAR = ['error', { report: 'potential' }];
const regularExpressions = {
	files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
	languageOptions: { parser: tseslint.parser },
	// n8n's own rules look at these files in a run of their own.
	linterOptions: { reportUnusedDisableDirectives: false },
	plugins: { regexp },
	rules: { 'regexp/no-super-linear-backtracking': SUPER_LINEAR, 'regexp/no-super-linear-move': SUPER_LINEAR },
};

const SHARED = 'nodes/shared';
const CLUB = 'nodes/Club';

/** The folders that files of a folder may not import from. */
const FORBIDDEN = {
	[SHARED]: [CLUB, 'nodes/ClubTrigger', 'nodes/ClubPollTrigger'],
	[`${SHARED}/api`]: [`${SHARED}/transport`, `${SHARED}/lists`, `${SHARED}/events`],
	[`${SHARED}/transport`]: [`${SHARED}/lists`, `${SHARED}/events`],
	[`${SHARED}/lists`]: [`${SHARED}/events`],
	credentials: [CLUB, 'nodes/ClubTrigger', 'nodes/ClubPollTrigger'],
	[CLUB]: ['nodes/ClubTrigger', 'nodes/ClubPollTrigger'],
	[`${CLUB}/fields`]: [`${CLUB}/pickers`, `${CLUB}/calls`, `${CLUB}/run`, `${CLUB}/check`, `${CLUB}/resources`],
	[`${CLUB}/pickers`]: [`${CLUB}/calls`, `${CLUB}/run`, `${CLUB}/check`, `${CLUB}/resources`],
	[`${CLUB}/calls`]: [`${CLUB}/run`, `${CLUB}/check`, `${CLUB}/resources`],
	[`${CLUB}/run`]: [`${CLUB}/check`, `${CLUB}/resources`],
	'nodes/ClubTrigger': [CLUB, 'nodes/ClubPollTrigger'],
	'nodes/ClubPollTrigger': [CLUB, 'nodes/ClubTrigger'],
	nodes: ['sandbox', 'dev', 'test'],
	// With facts from the nodes, the sandbox would repeat their errors instead of finding them.
	sandbox: ['nodes', 'credentials', 'dev', 'test'],
	dev: ['test'],
};

/** Imports run one way, and no two files import each other. A resource uses no HTTP. */
const imports = {
	files: ['{nodes,credentials,sandbox,dev,test}/**/*.{ts,mts}'],
	languageOptions: { parser: tseslint.parser },
	plugins: { 'import-x': importX },
	settings: {
		'import-x/parsers': { '@typescript-eslint/parser': ['.ts', '.mts'] },
		'import-x/resolver-next': [createTypeScriptImportResolver({ project: 'dev/tsconfig.json' })],
	},
	rules: {
		'import-x/no-restricted-paths': [
			'error',
			{
				zones: [
					...Object.entries(FORBIDDEN).map(([target, from]) => ({ target, from })),
					{ target: `${CLUB}/resources`, from: `${SHARED}/transport`, except: ['errors.ts', 'process.ts'] },
				],
			},
		],
	},
};

/** Nobody imports a test, so none is part of a cycle: the search for one takes most of the time. */
const cycles = {
	files: imports.files,
	ignores: ['**/*.test.mts'],
	rules: { 'import-x/no-cycle': ['error', { ignoreExternal: true }] },
};

export default tseslint.config(regularExpressions, imports, cycles, {
	files: ['**/*.mts', '**/*.mjs'],
	extends: [js.configs.recommended, tseslint.configs.recommended],
	languageOptions: {
		globals: {
			process: 'readonly',
			console: 'readonly',
			URL: 'readonly',
			fetch: 'readonly',
			setTimeout: 'readonly',
			clearTimeout: 'readonly',
			Buffer: 'readonly',
		},
	},
});
