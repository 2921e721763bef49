// For the programs around the pack (sandbox, host, scripts, tests): they run under Node itself, so
// n8n's rules for what ships (no timers, no process, no file system) are not theirs.
import { createRequire } from 'node:module';

// The linters that n8n's own configuration brings, in its versions.
const fromN8n = createRequire(createRequire(import.meta.url).resolve('@n8n/node-cli/eslint'));
const js = fromN8n('@eslint/js');
const tseslint = fromN8n('typescript-eslint');

export default tseslint.config({
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
