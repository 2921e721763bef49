import type { IDataObject } from 'n8n-workflow';
import type { Model, Use } from './agent.mts';
import { isExchange, usesIn } from './agent.mts';

/** What a tool has answered, whatever that holds. */
export interface Answer {
	readonly [name: string | number]: Answer;
}

/** The rows of an answer that is a list. */
export const rowsOf = (answer: Answer): Answer[] => answer.results as unknown as Answer[];

/** A tool that a model has chosen; its arguments may be of what it was told before, the oldest first, and of nothing else. */
export type Choice = [tool: string, args: Readonly<Record<string, unknown>> | ((answers: readonly Answer[]) => Record<string, unknown>)];

/** What a model did in a task, so that it can be done again without one. */
export interface Script {
	choices: readonly Choice[];
	answer: string | ((answers: readonly Answer[]) => string);
	/** What it did when its person had replied to this answer. */
	then?: Script;
}

function read({ answer }: Use): Answer {
	const [row] = (answer.startsWith('[') ? JSON.parse(answer) : [{ error: answer }]) as Answer[];
	return row;
}

/** A model that makes the choices of a script, one a turn, whatever it is asked. */
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
