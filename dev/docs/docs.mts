// Writes docs/operations.md from the node's registry, docs/events.md from the events and a sandbox, docs/library.md from the example
// workflows, and docs/dialects.md from the switches of the sandbox.
import { readFile, writeFile } from 'node:fs/promises';
import { resources } from '../../nodes/Club/resources';
import { dialectsPage } from './dialectsPage.mts';
import { eventsPage } from './eventsPage.mts';
import { libraryPage } from './libraryPage.mts';
import { operationsPage } from './operationsPage.mts';

const PAGES: Readonly<Record<string, string>> = {
	'docs/operations.md': operationsPage(resources),
	'docs/events.md': await eventsPage(),
	'docs/library.md': libraryPage(),
	'docs/dialects.md': dialectsPage(),
};

for (const [name, page] of Object.entries(PAGES)) {
	const file = new URL(`../../${name}`, import.meta.url);
	const isNew = (await readFile(file, 'utf8')) !== page;
	if (isNew) await writeFile(file, page);
	console.log(`${name}: ${isNew ? 'written' : 'no change'}`);
}
