import type { Model } from './agent.mts';
import { anyAssistantTasks } from './anyAssistant.mts';
import { frontDeskTasks } from './frontDesk.mts';
import { marketingTasks } from './marketingTasks.mts';
import type { Attempt } from './report.mts';
import { attempt, type Task } from './task.mts';

/** All tasks, with those of the front desk first. */
export const tasks: readonly Task[] = [...frontDeskTasks, ...marketingTasks, ...anyAssistantTasks];

/** Runs all tasks, one after another. */
export async function playTasks(modelFor: (task: Task) => Model): Promise<Attempt[]> {
	const attempts: Attempt[] = [];
	for (const task of tasks) attempts.push({ task, result: await attempt(task, modelFor(task)) });
	return attempts;
}
