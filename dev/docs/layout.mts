// Lays out the example workflows: lines from left to right, notes where they cover no node. A node belongs to the section whose
// coloured note lies around it.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { templateFiles } from '../demo/templates.mts';
import { ROOT } from '../host/commands.mts';
import { laidOut } from './arranged.mts';

for (const file of templateFiles()) {
	const path = join(ROOT, 'templates', file);
	const text = await readFile(path, 'utf8');
	const written = laidOut(text);
	if (written !== text) await writeFile(path, written);
	console.log(`${file}: ${written === text ? 'no change' : 'written'}`);
}
