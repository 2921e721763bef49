// Plain JavaScript without dependencies: it runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const NEEDED = 20;
const STAMP = 'node_modules/.installed';

/** Ends the program with a sentence for a person. */
export function stop(sentence) {
	console.error(sentence);
	process.exit(1);
}

/** Runs a program in the foreground and gives its exit code. */
export const run = async (command, args, options = {}) =>
	await new Promise((resolve) => {
		const child = spawn(command, args, { stdio: 'inherit', ...options });
		child.once('error', () => resolve(1));
		child.once('close', (code, signal) => resolve(signal ? 1 : code));
		for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
	});

const has = (tool) => spawnSync(tool, ['--version'], { stdio: 'ignore' }).status === 0;

const isProgram = (name) => spawnSync('which', [name]).status === 0;

/**
 * Installs what is missing of the system's packages where it may, and else ends the program with what is to be done.
 * @param who needs them, as a sentence begins
 * @param packages each with its Debian name, and programs of which one tells that it is there
 */
export async function installPackages(who, packages) {
	const missing = packages.filter(({ programs }) => !programs.some(isProgram)).map(({ name }) => name);
	if (missing.length === 0) return;
	const listed = missing.join(' and ');
	if (process.getuid?.() !== 0 || !isProgram('apt-get')) stop(`${who} needs ${listed}: apt-get install ${missing.join(' ')}`);
	console.log(`Installing ${listed} ...`);
	const quiet = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
	await run('apt-get', ['update', '-qq'], quiet);
	if ((await run('apt-get', ['install', '-y', '-qq', ...missing], quiet)) !== 0) stop(`${listed} could not be installed.`);
}

const lock = () => createHash('sha256').update(readFileSync('package-lock.json')).digest('hex');

/** Installs the project's own tools, unless that has been done for this lockfile. */
export async function installTools() {
	if (Number(process.versions.node.split('.')[0]) < NEEDED)
		stop(`This needs Node.js ${NEEDED} or newer. This machine has ${process.versions.node}.`);
	if (!has('npm')) stop('This needs npm, which comes with Node.js.');
	if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === lock()) return;
	console.log('Installing the tools of the project (once, a minute or two) ...');
	// Not `npm ci`: it refuses a lockfile without the optional packages of other platforms, which not every registry mirror has.
	const code = await run('npm', ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']);
	if (code !== 0) stop('The tools could not be installed. Read the message of npm above, check the network, and start again.');
	writeFileSync(STAMP, lock());
}
