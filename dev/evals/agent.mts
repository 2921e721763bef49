import type { IDataObject } from 'n8n-workflow';
import type { Tool, ToolDefinition } from './tools.mts';

/** A use of a tool that a model has asked for, and what it was told. */
export interface Use {
	id: string;
	tool: string;
	args: IDataObject;
	answer: string;
}

/** What a model does next: it uses tools, or it answers. */
export type Reply = { uses: Array<Omit<Use, 'answer'>> } | { answer: string };

/** A language model, or what stands for one. */
export interface Model {
	/** @param turns what it has asked for so far, turn by turn */
	next(instructions: string, question: string, tools: readonly ToolDefinition[], turns: readonly Use[][]): Promise<Reply>;
}

/** Most turns of one task: more would be a model that goes round in a circle. */
const MOST_TURNS = 12;

/** What an agent has done. */
export interface Deeds {
	uses: Use[];
	/** What it says at last; nothing where it came to no end. */
	answer: string;
}

/** Lets a model work with tools until it answers, as an agent of n8n does. @param place what its tools are used on */
export async function work<Place>(
	model: Model,
	{ instructions, tools }: { instructions: string; tools: ReadonlyArray<Tool<Place>> },
	question: string,
	place: Place,
): Promise<Deeds> {
	const turns: Use[][] = [];
	for (let turn = 0; turn < MOST_TURNS; turn++) {
		const reply = await model.next(instructions, question, tools, turns);
		if ('answer' in reply) return { uses: turns.flat(), answer: reply.answer };
		const uses: Use[] = [];
		for (const use of reply.uses) {
			const tool = tools.find(({ name }) => name === use.tool);
			uses.push({ ...use, answer: tool ? await tool.use(place, use.args) : `There is no tool ${use.tool}` });
		}
		turns.push(uses);
	}
	return { uses: turns.flat(), answer: '' };
}
