import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, run } from './commands.mts';

export const PACK = 'n8n-nodes-club';

const CACHE = join(ROOT, '.cache');

/** Builds the pack and packs it as npm would publish it. Returns the path of the tarball. */
export async function packTarball(): Promise<string> {
	mkdirSync(CACHE, { recursive: true });
	const log = join(CACHE, 'build.log');
	await run('npm', ['run', 'build'], log, 'The pack could not be built.', { cwd: ROOT });
	for (const file of readdirSync(CACHE)) if (file.endsWith('.tgz')) rmSync(join(CACHE, file));
	await run('npm', ['pack', '--pack-destination', CACHE], log, 'The pack could not be packed.', { cwd: ROOT });
	const tarball = readdirSync(CACHE).find((file) => file.startsWith(PACK) && file.endsWith('.tgz'));
	return join(CACHE, tarball ?? '');
}

/** Unpacks the pack into n8n's folder for community nodes, without dependencies. Returns this folder. */
export async function installPack(userFolder: string, tarball: string): Promise<string> {
	const target = join(userFolder, '.n8n', 'nodes', 'node_modules', PACK);
	rmSync(target, { recursive: true, force: true });
	mkdirSync(target, { recursive: true });
	await run('tar', ['-xzf', tarball, '-C', target, '--strip-components=1'], join(CACHE, 'build.log'), 'The pack could not be unpacked.');
	return target;
}
