// Writes docs/operations.md from the node's registry, and docs/events.md from the events and a sandbox.
import { writeFile } from 'node:fs/promises';
import { resources } from '../nodes/Club/resources';
import { eventsPage } from './eventsPage.mts';
import { operationsPage } from './operationsPage.mts';

await writeFile(new URL('../docs/operations.md', import.meta.url), operationsPage(resources));
await writeFile(new URL('../docs/events.md', import.meta.url), await eventsPage());
