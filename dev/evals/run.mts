// Lets the model of an endpoint do the tasks of the front desk, and prints what came of each.
import '../host/environment.mts';
import { frontDeskTasks } from './frontDesk.mts';
import { endpointFrom, live } from './live.mts';
import { attempt } from './task.mts';

const endpoint = endpointFrom(process.env);
if (!endpoint) {
	console.error(
		"An eval needs a model. Set CLUB_EVAL_URL, CLUB_EVAL_KEY and CLUB_EVAL_MODEL to an endpoint with OpenAI's chat completions API.",
	);
	process.exit(1);
}
const model = live(endpoint);

let right = 0;
for (const task of frontDeskTasks) {
	const { calls, wrong } = await attempt(task, model);
	if (wrong.length === 0) right++;
	console.log(`${wrong.length === 0 ? 'right' : 'WRONG'}  ${task.ask}\n       ${calls} of ${task.calls} calls. ${wrong.join(' ')}`);
}
console.log(`\n${right} of ${frontDeskTasks.length} right by ${endpoint.model}.`);
// Timers of n8n would keep the program running.
process.exit(right === frontDeskTasks.length ? 0 : 1);
