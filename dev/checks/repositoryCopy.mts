import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Copies the repository as it is now, with links to what was installed. */
export function copyRepository(folder: string): void {
	const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' });
	for (const file of listed.trim().split('\n').filter(existsSync)) cpSync(file, join(folder, file));
	symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
}
