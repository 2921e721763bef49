// Writes the previews of the node's outputs, from what each operation really gives on a sandbox.
import '../host/environment.mts';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { resources } from '../../nodes/Club/resources';
import { previews } from './previews.mts';

const folder = new URL('../../nodes/Club/__schema__/v1.0.0/', import.meta.url);

// Only when all are made, the old ones go.
const made = await previews(resources);
await rm(folder, { recursive: true, force: true });
for (const [name, content] of made) {
	await mkdir(new URL('.', new URL(name, folder)), { recursive: true });
	await writeFile(new URL(name, folder), content);
}
console.log(`Wrote ${[...made].length} previews to nodes/Club/__schema__.`);
// n8n keeps timers that would hold the program.
process.exit(0);
