// Writes docs/operations.md from the node's registry, docs/events.md from the events and a sandbox, docs/library.md from the example
// workflows, and the switches of the sandbox into docs/sandbox.md.
import { readFile, writeFile } from 'node:fs/promises';
import { resources } from '../../nodes/Club/resources';
import { eventsPage } from './eventsPage.mts';
import { libraryPage } from './libraryPage.mts';
import { operationsPage } from './operationsPage.mts';
import { sandboxPage } from './sandboxPage.mts';

await writeFile(new URL('../../docs/operations.md', import.meta.url), operationsPage(resources));
await writeFile(new URL('../../docs/events.md', import.meta.url), await eventsPage());
await writeFile(new URL('../../docs/library.md', import.meta.url), libraryPage());
const page = new URL('../../docs/sandbox.md', import.meta.url);
await writeFile(page, sandboxPage(await readFile(page, 'utf8')));
