import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { filesHere } from './files.cjs';

/** Copies the repository as it is now, with links to what was installed. */
export function copyRepository(folder: string): void {
	for (const file of filesHere()) cpSync(file, join(folder, file));
	symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
}
