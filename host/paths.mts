import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The name under which n8n knows the pack. */
export const packName = 'n8n-nodes-club';

function findRoot(folder: string): string {
	const manifest = join(folder, 'package.json');
	if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).name === packName) return folder;
	const above = dirname(folder);
	if (above === folder) throw new Error('Run this inside the folder of the project.');
	return findRoot(above);
}

/** The project's folder: the nearest one, from the working directory up, that holds the pack's manifest. */
export const root = findRoot(process.cwd());

/** What the scripts make and can make again: tarballs, logs, the n8n of `npm start`. */
export const cache = join(root, '.cache');

/** Where n8n is installed, apart from the project's own dependencies. */
export const hostFolder = join(root, 'host');
