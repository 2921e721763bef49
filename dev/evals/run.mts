// Makes the recorded choices of all tasks again and writes docs/agents.md; with an endpoint of the user's own, lets its model do the tasks.
import '../host/environment.mts';
import { readFile, writeFile } from 'node:fs/promises';
import { endpointFrom, live } from './live.mts';
import { agentsPage, tableOf } from './page.mts';
import { playRecorded, playStumbles, playTasks } from './play.mts';

const page = new URL('../../docs/agents.md', import.meta.url);
const endpoint = endpointFrom(process.env);
const attempts = endpoint ? await playTasks(() => live(endpoint)) : await playRecorded();
console.log(tableOf(attempts));
if (!endpoint) await writeFile(page, agentsPage(await readFile(page, 'utf8'), attempts, await playStumbles()));
const right = attempts.filter(({ result }) => result.wrong.length === 0).length;
console.log(`\n${right} of ${attempts.length} right${endpoint ? ` by ${endpoint.model}` : ''}.`);
// n8n keeps timers that would hold the program.
process.exit(right === attempts.length ? 0 : 1);
