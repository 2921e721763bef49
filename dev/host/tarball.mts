import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './commands.mts';
import { packTarball } from './pack.mts';

/** The sources of the published package. */
const SOURCES = ['nodes', 'credentials'];
const FILES = ['package.json', 'tsconfig.json', 'gulpfile.js', 'README.md', 'LICENSE'];

function filesUnder(folder: string): string[] {
	return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
		const path = join(folder, entry.name);
		return entry.isDirectory() ? filesUnder(path) : [path];
	});
}

function fingerprint(): string {
	const hash = createHash('sha256');
	for (const file of [...SOURCES.flatMap(filesUnder), ...FILES].sort()) {
		hash.update(`${file}\0`).update(readFileSync(join(ROOT, file)));
	}
	return hash.digest('hex').slice(0, 16);
}

/**
 * The tarball of the current sources. It is built only if the sources have changed. Returns its path.
 * @param pack builds the tarball
 */
export async function currentTarball(pack = packTarball): Promise<string> {
	const folder = join(ROOT, '.cache', 'packed');
	const tarball = join(folder, `${fingerprint()}.tgz`);
	if (existsSync(tarball)) return tarball;
	const made = await pack();
	mkdirSync(folder, { recursive: true });
	copyFileSync(made, tarball);
	return tarball;
}

/** The files in a tarball. */
export function filesIn(tarball: string): string[] {
	const listing = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' });
	return listing
		.trim()
		.split('\n')
		.map((name) => name.replace(/^package\//, ''));
}
