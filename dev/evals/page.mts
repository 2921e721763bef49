import type { Result, Task } from './task.mts';
import type { Stumble } from './stumbles.mts';

const HEADING = '## Tasks and what they cost';

/** A task, and what came of it. */
export interface Attempt {
	task: Task;
	result: Result;
}

/** A bad choice, and what came of it. */
export interface Fall {
	stumble: Stumble;
	result: Result;
}

/** A table in Markdown. */
export const table = (head: string[], rows: string[][]): string =>
	[head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** What came of something, in one cell of a table. */
export const outcome = ({ wrong }: Pick<Result, 'wrong'>): string => wrong.join(' ').replaceAll('|', '\\|') || 'right';

/** What must change, in few words. */
const changed = ({ changes }: Result): string =>
	changes.length === 0 ? 'nothing' : [...new Set(changes.map((line) => line.split(/[ :]/)[0]))].join(', ');

/** A table of the tasks: what was asked, what it cost, what came of it. */
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

/** Why a tool has refused, where it has. */
function refusal(answer: string): string {
	if (!answer.startsWith('[')) return answer;
	const [{ error }] = JSON.parse(answer) as Array<{ error?: string }>;
	return error ?? 'what was asked for';
}

/** What the tool told the model that had chosen badly. */
function told({ told: pattern }: Stumble, { uses }: Result): string {
	const use = uses.find(({ answer }) => pattern.test(answer));
	if (!use) return 'nothing of use';
	return use.answer.includes('"hasMore":true')
		? '`"hasMore": true`'
		: refusal(use.answer)
				.replaceAll('|', '\\|')
				.replace(/about \d+ seconds/, 'about 60 seconds')
				.replace(/The new code is \w+, good until [^.]+/, 'The new code is K7Q2F9, good until 2026-11-21T13:20:00+01:00');
}

/** The page of agents with its tables, which stand at its end. */
export function agentsPage(page: string, attempts: readonly Attempt[], falls: readonly Fall[]): string {
	const before = page.split(HEADING)[0].trimEnd();
	return `${before}

${HEADING}

Written by \`npm run eval\`. The choices are those of a model that got each task right, recorded; its arguments come from what the tools
told it and from nothing else. *Calls* are those that the club has counted.

${tableOf(attempts)}

Bad choices, and what comes of them: either the tool says in words how to go on, or the task is judged to have failed.

${table(
	['the model ...', 'in the task', 'what the tool says', 'result'],
	falls.map(({ stumble, result }) => [stumble.does, stumble.task.ask, told(stumble, result), outcome(result)]),
)}
`;
}
