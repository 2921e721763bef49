import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT } from '../../host/commands.mts';

/**
 * Makes an `npm` that has this tarball and nothing else, so that n8n's own page can install what is not published yet; a
 * registry of one's own is a licensed feature there.
 * @returns the folder to be put first in the PATH of n8n
 */
export function ownNpm(folder: string, tarball: string): string {
	mkdirSync(folder, { recursive: true });
	const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
	const script = `#!/bin/sh
case "$1" in
view) echo '"${version}"' ;;
pack) cp '${tarball}' . && echo '${basename(tarball)}' ;;
esac
`;
	const npm = join(folder, 'npm');
	writeFileSync(npm, script);
	chmodSync(npm, 0o755);
	return folder;
}
