import type { IDataObject } from 'n8n-workflow';
import type { Sandbox } from '../../sandbox/index.mts';
import type { Agent } from './frontDeskAgent.mts';
import type { ToolDefinition } from './tools.mts';

/** A tool call of a model, with the answer of the tool. */
export interface Use {
	id: string;
	tool: string;
	args: IDataObject;
	answer: string;
}

/** One step of a task: tools that the model used in parallel. */
export type Turn = readonly Use[];

/** The next step of a model: tool calls or an answer. */
export type Reply = { uses: Array<Omit<Use, 'answer'>> } | { answer: string };

/** A language model. */
export interface Model {
	/** @param turns the steps so far */
	next(instructions: string, question: string, tools: readonly ToolDefinition[], turns: readonly Turn[]): Promise<Reply>;
}

/** Maximum number of turns in a task. A model with more turns goes in circles. */
const MOST_TURNS = 12;

/** The work of an agent. */
export interface Deeds {
	uses: Use[];
	/** Its last answer; empty if it did not finish. */
	answer: string;
}

/** Runs a model with tools until it answers, as n8n's AI Agent does. */
export async function work(model: Model, { instructions, tools }: Agent, question: string, sandbox: Sandbox): Promise<Deeds> {
	const turns: Turn[] = [];
	for (let turn = 0; turn < MOST_TURNS; turn++) {
		const next = await model.next(instructions, question, tools, turns);
		if ('answer' in next) return { uses: turns.flat(), answer: next.answer };
		const uses: Use[] = [];
		for (const use of next.uses) {
			const tool = tools.find(({ name }) => name === use.tool);
			uses.push({ ...use, answer: tool ? await tool.use(sandbox, use.args) : `There is no tool ${use.tool}` });
		}
		turns.push(uses);
	}
	return { uses: turns.flat(), answer: '' };
}
