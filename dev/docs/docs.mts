// Writes what is generated for readers: docs/operations.md from the node, docs/events.md from the events and a sandbox, llms.txt from both, and
// .cache/library.md, the texts for n8n's template library, from the example workflows.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { resources } from '../../nodes/Club/resources';
import { eventsPage } from './eventsPage.mts';
import { libraryPage } from './libraryPage.mts';
import { llmsPage } from './llmsPage.mts';
import { operationsPage } from './operationsPage.mts';

const PAGES: Readonly<Record<string, string>> = {
	'docs/operations.md': operationsPage(resources),
	'docs/events.md': await eventsPage(),
	'llms.txt': llmsPage(),
	'.cache/library.md': libraryPage(),
};

await mkdir(new URL('../../.cache', import.meta.url), { recursive: true });
for (const [name, page] of Object.entries(PAGES)) {
	const file = new URL(`../../${name}`, import.meta.url);
	const isNew = (await readFile(file, 'utf8').catch(() => '')) !== page;
	if (isNew) await writeFile(file, page);
	console.log(`${name}: ${isNew ? 'written' : 'no change'}`);
}
