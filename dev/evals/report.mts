import type { Result, Task } from './task.mts';

/** A task and its result. */
export interface Attempt {
	task: Task;
	result: Result;
}

/** A table in Markdown. */
export const table = (head: string[], rows: string[][]): string =>
	[head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** The result of an attempt as a table cell. */
export const outcome = ({ wrong }: Pick<Result, 'wrong'>): string => wrong.join(' ').replaceAll('|', '\\|') || 'right';

/** The kinds of records that changed. */
const changed = ({ changes }: Result): string =>
	changes.length === 0 ? 'nothing' : [...new Set(changes.map((line) => line.split(/[ :]/)[0]))].join(', ');

/** A table of the tasks, with cost and result. */
export const tableOf = (attempts: readonly Attempt[]): string =>
	table(
		['team', 'task', 'uses of tools', 'calls', 'at most', 'changes', 'result'],
		attempts.map(({ task, result }) => [
			task.team,
			task.ask,
			String(result.uses.length),
			String(result.calls),
			String(task.calls),
			changed(result),
			outcome(result),
		]),
	);
