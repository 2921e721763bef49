import type { Result, Task } from './task.mts';
import type { Stumble } from './stumbles.mts';

const HEADING = '## Tasks and what they cost';

/** A task and its result. */
export interface Attempt {
	task: Task;
	result: Result;
}

/** A bad choice and its result. */
export interface Fall {
	stumble: Stumble;
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

/** The error of a tool, if any. */
function refusal(answer: string): string {
	if (!answer.startsWith('[')) return answer;
	const [{ error }] = JSON.parse(answer) as Array<{ error?: string }>;
	return error ?? 'the requested answer';
}

/** The answer of the tool to a bad choice. */
function told({ told: pattern }: Stumble, { uses }: Result): string {
	const use = uses.find(({ answer }) => pattern.test(answer));
	if (!use) return 'nothing of use';
	return use.answer.includes('"hasMore":true')
		? '`"hasMore": true`'
		: refusal(use.answer)
				.replaceAll('|', '\\|')
				.replace(/about \d+ seconds/, 'about 60 seconds');
}

/** The agents page, with new tables at its end. */
export function agentsPage(page: string, attempts: readonly Attempt[], falls: readonly Fall[]): string {
	const before = page.split(HEADING)[0].trimEnd();
	return `${before}

${HEADING}

Written by \`npm run eval\`; do not edit by hand. The recorded choices are those of a model that got each task right. Its arguments come only
from the answers of the tools. *Calls* are those that the club counted.

${tableOf(attempts)}

Bad choices: either the tool says how to go on, or the task fails.

${table(
	['the model ...', 'in the task', 'the tool says', 'result'],
	falls.map(({ stumble, result }) => [stumble.does, stumble.task.ask, told(stumble, result), outcome(result)]),
)}
`;
}
