import type { IDataObject } from 'n8n-workflow';
import type { Tool, ToolDefinition } from './tools.mts';

/** A tool call of a model, with the answer of the tool. */
export interface Use {
	id: string;
	tool: string;
	args: IDataObject;
	answer: string;
}

/** An answer of a model, with the reply of the user. */
export interface Exchange {
	answer: string;
	reply: string;
}

/** One step of a task: tools that the model used in parallel, or an exchange with the user. */
export type Turn = readonly Use[] | Exchange;

export const isExchange = (turn: Turn): turn is Exchange => 'reply' in turn;

/** The tool calls in some turns. */
export const usesIn = (turns: readonly Turn[]): Use[] => turns.flatMap((turn) => (isExchange(turn) ? [] : turn));

/** The next step of a model: tool calls or an answer. */
export type Reply = { uses: Array<Omit<Use, 'answer'>> } | { answer: string };

/** A language model, or a script in its place. */
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

/**
 * Runs a model with tools until it answers, as n8n's AI Agent does.
 * @param place the club or workflow that the tools work on
 * @param reply the reply of the user to the first answer; without it, the first answer ends the task
 */
export async function work<Place>(
	model: Model,
	{ instructions, tools }: { instructions: string; tools: ReadonlyArray<Tool<Place>> },
	question: string,
	place: Place,
	reply?: string,
): Promise<Deeds> {
	const turns: Turn[] = [];
	for (let turn = 0; turn < MOST_TURNS; turn++) {
		const next = await model.next(instructions, question, tools, turns);
		if ('answer' in next) {
			const { answer } = next;
			if (reply === undefined || turns.some(isExchange)) return { uses: usesIn(turns), answer };
			turns.push({ answer, reply });
			continue;
		}
		const uses: Use[] = [];
		for (const use of next.uses) {
			const tool = tools.find(({ name }) => name === use.tool);
			uses.push({ ...use, answer: tool ? await tool.use(place, use.args) : `There is no tool ${use.tool}` });
		}
		turns.push(uses);
	}
	return { uses: usesIn(turns), answer: '' };
}
