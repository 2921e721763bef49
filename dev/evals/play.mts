import type { Model } from './agent.mts';
import type { Attempt, Fall } from './page.mts';
import { scripted } from './scripted.mts';
import { stumbles } from './stumbles.mts';
import type { Task } from './task.mts';
import { attempt } from './task.mts';
import { tasks } from './tasks.mts';

/** Runs all tasks, one after another. */
export async function playTasks(modelFor: (task: Task) => Model): Promise<Attempt[]> {
	const attempts: Attempt[] = [];
	for (const task of tasks) attempts.push({ task, result: await attempt(task, modelFor(task)) });
	return attempts;
}

/** Runs all tasks with their recorded choices. */
export const playRecorded = async (): Promise<Attempt[]> => await playTasks(({ script }) => scripted(script));

/** Runs the bad choices. */
export async function playStumbles(): Promise<Fall[]> {
	const falls: Fall[] = [];
	for (const stumble of stumbles) {
		falls.push({ stumble, result: await attempt(stumble.task, scripted(stumble.script), stumble.prepare) });
	}
	return falls;
}
