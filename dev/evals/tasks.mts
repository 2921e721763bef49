import { anyAssistantTasks } from './anyAssistant.mts';
import { frontDeskTasks } from './frontDesk.mts';
import { marketingTasks } from './marketingTasks.mts';
import type { Task } from './task.mts';

/** All tasks, with those of the front desk first. */
export const tasks: readonly Task[] = [...frontDeskTasks, ...marketingTasks, ...anyAssistantTasks];
