// Plain JavaScript without dependencies, because it runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NEEDED = 20;
const STAMP = 'node_modules/.installed';

/** Prints a message and ends the program. */
export function stop(sentence) {
	console.error(sentence);
	process.exit(1);
}

/** Runs a program in the foreground and returns its exit code. */
export const run = async (command, args, options = {}) =>
	await new Promise((resolve) => {
		const child = spawn(command, args, { stdio: 'inherit', ...options });
		child.once('error', () => resolve(1));
		child.once('close', (code, signal) => resolve(signal ? 1 : code));
		for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
	});

const has = (tool) => spawnSync(tool, ['--version'], { stdio: 'ignore' }).status === 0;

const SERVICE_POLICY = '/usr/sbin/policy-rc.d';

/** Whether a program is on the PATH. A small image can lack `which`. */
const isProgram = (name) => (process.env.PATH ?? '').split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, name)));

/** The command and its arguments as root, by sudo if it asks for no password; undefined if there is no way. */
function asRoot(command, ...args) {
	if (process.getuid?.() === 0) return [command, args];
	const maySudo = isProgram('sudo') && spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0;
	return maySudo ? ['sudo', ['-n', 'DEBIAN_FRONTEND=noninteractive', command, ...args]] : undefined;
}

/**
 * Installs missing system packages. Without root, sudo or apt-get it ends with a message that names the command to run.
 * @param who begins the message "... needs redis-server"
 * @param packages Debian packages; a package is installed if one of its programs exists
 */
export async function installPackages(who, packages) {
	const missing = packages.filter(({ programs }) => !programs.some(isProgram)).map(({ name }) => name);
	if (missing.length === 0) return;
	const names = missing.join(' and ');
	if (!isProgram('apt-get') || !asRoot('true')) stop(`${who} needs ${names}. Install with: apt-get install ${missing.join(' ')}`);
	console.log(`Installing ${names} with apt-get, without starting a service ...`);
	const quiet = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
	const runAsRoot = async (...command) => await run(...asRoot(...command), quiet);
	await runAsRoot('apt-get', 'update', '-qq');
	// Debian asks this program before it starts a service of a package.
	const isOurs = !existsSync(SERVICE_POLICY);
	if (isOurs) await runAsRoot('sh', '-c', `printf '#!/bin/sh\nexit 101\n' > ${SERVICE_POLICY} && chmod 755 ${SERVICE_POLICY}`);
	const code = await runAsRoot('apt-get', 'install', '-y', '-qq', ...missing);
	if (isOurs) await runAsRoot('rm', '-f', SERVICE_POLICY);
	if (code !== 0) stop(`${names} could not be installed. Read the message of apt-get above.`);
}

const lock = () => createHash('sha256').update(readFileSync('package-lock.json')).digest('hex');

/** Installs the packages of this project, unless they are installed for this lockfile. */
export async function installTools() {
	if (process.platform === 'win32') stop('This needs Linux or macOS. On Windows, install WSL 2 and start again in its terminal.');
	if (Number(process.versions.node.split('.')[0]) < NEEDED)
		stop(`This needs Node.js ${NEEDED} or newer. This machine has ${process.versions.node}.`);
	if (!has('npm')) stop('This needs npm, which comes with Node.js.');
	if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === lock()) return;
	console.log('Installing the packages of this project (once, a minute or two) ...');
	// Not `npm ci`: it fails if the lockfile lacks optional packages of other platforms, which some registry mirrors do not have.
	const code = await run('npm', ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']);
	if (code !== 0) stop('The packages could not be installed. Read the message of npm above, check the network, and start again.');
	writeFileSync(STAMP, lock());
}
