// Writes docs/operations.md from the node's registry.
import { writeFile } from 'node:fs/promises';
import { resources } from '../nodes/Club/resources';
import { operationsPage } from './operationsPage.mts';

await writeFile(new URL('../docs/operations.md', import.meta.url), operationsPage(resources));
