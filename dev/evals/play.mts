import type { Model } from './agent.mts';
import type { Attempt, Fall } from './page.mts';
import { scripted } from './scripted.mts';
import { stumbles } from './stumbles.mts';
import type { Task } from './task.mts';
import { attempt } from './task.mts';
import { tasks } from './tasks.mts';

/** Gives all tasks to a model, one after the other. */
export async function playTasks(modelFor: (task: Task) => Model): Promise<Attempt[]> {
	const attempts: Attempt[] = [];
	for (const task of tasks) attempts.push({ task, result: await attempt(task, modelFor(task)) });
	return attempts;
}

/** Makes the recorded choices again. */
export const playRecorded = async (): Promise<Attempt[]> => await playTasks(({ script }) => scripted(script));

/** Makes the bad choices. */
export async function playStumbles(): Promise<Fall[]> {
	const falls: Fall[] = [];
	for (const stumble of stumbles) {
		falls.push({ stumble, result: await attempt(stumble.task, scripted(stumble.script), stumble.prepare) });
	}
	return falls;
}
