const { execFile } = require('node:child_process');
const { mkdir, rm, writeFile } = require('node:fs/promises');
const { basename, dirname, relative, resolve } = require('node:path');
const { Transform } = require('node:stream');
const { promisify } = require('node:util');
const { build } = require('esbuild');
const { dest, parallel, series, src } = require('gulp');
const prettier = require('prettier');
const { n8n } = require('./package.json');

const run = promisify(execFile);

const COMPILED = resolve('.cache/compiled');
const JOINED = 'dist/club.js';

/** What n8n loads: the file of each node and credential, and the class that it looks for in it. */
const LOADED = [...n8n.nodes, ...n8n.credentials].map((file) => ({ file, name: basename(file).split('.')[0] }));

const clean = async () => {
	for (const folder of ['dist', COMPILED]) await rm(folder, { recursive: true, force: true });
};

/** Compiles nodes and credentials; a type error fails the build. */
const compile = async () => {
	const tsc = require.resolve('typescript/bin/tsc');
	await run(process.execPath, [tsc, '--module', 'es2022', '--outDir', COMPILED]).catch(({ stdout }) => {
		throw new Error(stdout);
	});
};

/**
 * Joined modules as n8n loads them: what they take from others is required, and what they give is `module.exports`. Notes of
 * esbuild to itself go.
 */
const asCommonJs = (text) =>
	text
		.replace(/^import \* as (\w+) from (".+");$/gm, 'const $1 = require($2);')
		.replace(/^import (\{.+\}) from (".+");$/gm, (_, names, from) => `const ${names.replaceAll(' as ', ': ')} = require(${from});`)
		.replace(/^export (\{[^}]+\});$/m, 'module.exports = $1;')
		.replaceAll('/* @__PURE__ */ ', '');

/**
 * Joins what was compiled into one file, a part for each source with its path above it: without the imports and exports of
 * some two hundred files it is a fifth smaller and loads in less time. No name and no statement is shortened; n8n's formatter
 * lays it out in wide lines, without the commas, semicolons, brackets and spaces that only a difference or a narrow page needs.
 */
const joinUp = async () => {
	const contents = LOADED.map(({ file, name }) => `export { ${name} } from './${relative('dist', file)}';`).join('\n');
	const { outputFiles } = await build({
		stdin: { contents, resolveDir: COMPILED, sourcefile: 'what n8n loads' },
		absWorkingDir: COMPILED,
		bundle: true,
		write: false,
		platform: 'node',
		format: 'esm',
		target: 'node20',
		packages: 'external',
	});
	const text = asCommonJs(outputFiles[0].text.replace(/^\/\/ nodes\/(.+)\.js$/gm, '// $1'));
	const layout = {
		...(await prettier.resolveConfig('gulpfile.js')),
		parser: 'babel',
		printWidth: 240,
		trailingComma: 'none',
		arrowParens: 'avoid',
		objectWrap: 'collapse',
		bracketSpacing: false,
		semi: false,
	};
	await mkdir('dist', { recursive: true });
	await writeFile(JOINED, await prettier.format(`'use strict';\n${text}`, layout));
	for (const { file, name } of LOADED) {
		await mkdir(dirname(file), { recursive: true });
		await writeFile(file, `'use strict';\nexports.${name} = require('${relative(dirname(file), JOINED)}').${name};\n`);
	}
};

const compact = () =>
	new Transform({
		objectMode: true,
		transform(file, _encoding, done) {
			file.contents = Buffer.from(JSON.stringify(JSON.parse(file.contents)));
			done(null, file);
		},
	});

const from = (...globs) => src(globs, { encoding: false, base: '.' });

/** What n8n reads beside the code: icons, codex files, and the previews of the outputs. */
const icons = () => from('nodes/**/*.svg').pipe(dest('dist'));
const texts = () => from('nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json').pipe(compact()).pipe(dest('dist'));

exports.build = series(clean, parallel(series(compile, joinUp), icons, texts));
