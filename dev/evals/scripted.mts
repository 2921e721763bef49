import type { IDataObject } from 'n8n-workflow';
import type { Model, Use } from './agent.mts';
import { isExchange, usesIn } from './agent.mts';

/** The answer of a tool, of any form. */
export interface Answer {
	readonly [name: string | number]: Answer;
}

/** The rows of a list. */
export const rowsOf = (answer: Answer): Answer[] => answer.results as unknown as Answer[];

/** A tool call in a script. A function gets the answers so far, oldest first, so that arguments come only from them. */
export type Choice = [tool: string, args: Readonly<Record<string, unknown>> | ((answers: readonly Answer[]) => Record<string, unknown>)];

/** The search for a person. */
export const search = (query: string): Choice => ['Search_for_a_member', { query }];

/** A tool call for the only person in the result of the search. */
export const about = (tool: string, more: Readonly<Record<string, unknown>> = {}): Choice => [
	tool,
	([{ results }]) => ({ user_id: results[0].UserId, ...more }),
];

/** The choices of a model in a task. */
export interface Script {
	choices: readonly Choice[];
	answer: string | ((answers: readonly Answer[]) => string);
	/** The choices after the reply of the user. */
	then?: Script;
}

function read({ answer }: Use): Answer {
	const [row] = (answer.startsWith('[') ? JSON.parse(answer) : [{ error: answer }]) as Answer[];
	return row;
}

/** A model that makes the choices of a script, one in each turn. */
export function scripted(script: Script): Model {
	return {
		async next(_instructions, _question, _tools, turns) {
			const replied = turns.findIndex(isExchange) + 1;
			const { choices, answer } = (replied > 0 && script.then) || script;
			const answers = usesIn(turns).map(read);
			const done = turns.length - replied;
			if (done === choices.length) return { answer: typeof answer === 'string' ? answer : answer(answers) };
			const [tool, args] = choices[done];
			return { uses: [{ id: `call_${turns.length}`, tool, args: (typeof args === 'function' ? args(answers) : args) as IDataObject }] };
		},
	};
}
