// Writes docs/operations.md from the node's registry, docs/events.md from the events and a sandbox, docs/library.md from the example
// workflows, and docs/dialects.md from the switches of the sandbox.
import { writeFile } from 'node:fs/promises';
import { resources } from '../../nodes/Club/resources';
import { dialectsPage } from './dialectsPage.mts';
import { eventsPage } from './eventsPage.mts';
import { libraryPage } from './libraryPage.mts';
import { operationsPage } from './operationsPage.mts';

await writeFile(new URL('../../docs/operations.md', import.meta.url), operationsPage(resources));
await writeFile(new URL('../../docs/events.md', import.meta.url), await eventsPage());
await writeFile(new URL('../../docs/library.md', import.meta.url), libraryPage());
await writeFile(new URL('../../docs/dialects.md', import.meta.url), dialectsPage());
