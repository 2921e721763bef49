// Lets the model of an endpoint do all tasks and prints what came of them. With --builders, it builds the workflows that people ask for.
import '../host/environment.mts';
import { playWishes, wishesTable } from './builders/play.mts';
import { endpointFrom, live } from './live.mts';
import { tableOf } from './report.mts';
import { playTasks } from './tasks.mts';

const endpoint = endpointFrom(process.env);
if (!endpoint) {
	console.error(
		"An eval needs a model. Set CLUB_EVAL_URL, CLUB_EVAL_KEY and CLUB_EVAL_MODEL to an endpoint with OpenAI's chat completions API.",
	);
	process.exit(1);
}
const model = live(endpoint);

async function builders(): Promise<Array<{ wrong: readonly string[] }>> {
	const built = await playWishes(model);
	console.log(wishesTable(built));
	return built;
}

async function agents(): Promise<Array<{ wrong: readonly string[] }>> {
	const attempts = await playTasks(() => model);
	console.log(tableOf(attempts));
	return attempts.map(({ result }) => result);
}

const results = await (process.argv.includes('--builders') ? builders : agents)();
const right = results.filter(({ wrong }) => wrong.length === 0).length;
console.log(`\n${right} of ${results.length} right by ${endpoint.model}.`);
// Timers of n8n would keep the program running.
process.exit(right === results.length ? 0 : 1);
