const { execFile } = require('node:child_process');
const { rm } = require('node:fs/promises');
const { promisify } = require('node:util');
const { dest, parallel, series, src } = require('gulp');

const run = promisify(execFile);

const clean = async () => await rm('dist', { recursive: true, force: true });

/** Compiles nodes and credentials, a file for each source; a type error fails the build. */
const compile = async () => {
	await run(process.execPath, [require.resolve('typescript/bin/tsc')]).catch(({ stdout }) => {
		throw new Error(stdout);
	});
};

/** What n8n reads beside the code and its codex files, which the compiler copies: icons, and the previews of the outputs. */
const copy = () =>
	src(['nodes/**/*.svg', 'nodes/**/__schema__/**/*.json'], { encoding: false, base: '.' }).pipe(dest('dist'));

exports.build = series(clean, parallel(compile, copy));
