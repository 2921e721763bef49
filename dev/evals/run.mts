// Runs all tasks with their recorded choices and writes docs/agents.md. With an endpoint in the environment, its model does the tasks.
// With --builders and an endpoint, its model builds the workflows that people ask for.
import '../host/environment.mts';
import { readFile, writeFile } from 'node:fs/promises';
import { playWishes, wishesTable } from './builders/play.mts';
import type { Endpoint } from './live.mts';
import { endpointFrom, live } from './live.mts';
import { agentsPage, tableOf } from './page.mts';
import { playRecorded, playStumbles, playTasks } from './play.mts';

const page = new URL('../../docs/agents.md', import.meta.url);

type Results = ReadonlyArray<{ wrong: readonly string[] }>;

async function builders(endpoint: Endpoint | undefined): Promise<Results> {
	if (!endpoint) throw new Error('Set CLUB_EVAL_URL, CLUB_EVAL_KEY and CLUB_EVAL_MODEL: only a model can build.');
	const built = await playWishes(() => live(endpoint));
	console.log(wishesTable(built));
	return built;
}

async function agents(endpoint: Endpoint | undefined): Promise<Results> {
	const attempts = endpoint ? await playTasks(() => live(endpoint)) : await playRecorded();
	console.log(tableOf(attempts));
	if (!endpoint) await writeFile(page, agentsPage(await readFile(page, 'utf8'), attempts, await playStumbles()));
	return attempts.map(({ result }) => result);
}

const endpoint = endpointFrom(process.env);
const results = await (process.argv.includes('--builders') ? builders : agents)(endpoint);
const right = results.filter(({ wrong }) => wrong.length === 0).length;
console.log(`\n${right} of ${results.length} right${endpoint ? ` by ${endpoint.model}` : ''}.`);
// Timers of n8n would keep the program running.
process.exit(right === results.length ? 0 : 1);
