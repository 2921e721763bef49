// Writes what is generated for readers: docs/operations.md from the node, docs/events.md from the events and a sandbox, llms.txt from both.
import { readFile, writeFile } from 'node:fs/promises';
import { resources } from '../../nodes/Club/resources';
import { eventsPage } from './eventsPage.mts';
import { llmsPage } from './llmsPage.mts';
import { operationsPage } from './operationsPage.mts';

const PAGES: Readonly<Record<string, string>> = {
	'docs/operations.md': operationsPage(resources),
	'docs/events.md': await eventsPage(),
	'llms.txt': llmsPage(),
};

for (const [name, page] of Object.entries(PAGES)) {
	const file = new URL(`../../${name}`, import.meta.url);
	const isNew = (await readFile(file, 'utf8').catch(() => '')) !== page;
	if (isNew) await writeFile(file, page);
	console.log(`${name}: ${isNew ? 'written' : 'no change'}`);
}
