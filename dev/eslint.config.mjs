// For the programs around the pack (sandbox, host, scripts, tests): they run under Node itself, so
// n8n's rules for what ships (no timers, no process, no file system) are not theirs.
import { createRequire } from 'node:module';
import regexp from 'eslint-plugin-regexp';

// The linters that n8n's own configuration brings, in its versions.
const fromN8n = createRequire(createRequire(import.meta.url).resolve('@n8n/node-cli/eslint'));
const js = fromN8n('@eslint/js');
const tseslint = fromN8n('typescript-eslint');

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

export default tseslint.config(regularExpressions, {
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
