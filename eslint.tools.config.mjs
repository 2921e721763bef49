// For the programs around the pack (sandbox, host, scripts, tests): they run under Node itself, so
// n8n's rules for what ships (no timers, no process, no file system) are not theirs.
import js from '@eslint/js';
import tseslint from 'typescript-eslint';

export default tseslint.config({
	files: ['**/*.mts', '**/*.mjs'],
	extends: [js.configs.recommended, tseslint.configs.recommended],
	languageOptions: {
		globals: { process: 'readonly', console: 'readonly', URL: 'readonly', fetch: 'readonly', setTimeout: 'readonly', clearTimeout: 'readonly', Buffer: 'readonly' },
	},
});
