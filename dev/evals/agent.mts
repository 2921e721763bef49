import type { IDataObject } from 'n8n-workflow';
import type { Tool, ToolDefinition } from './tools.mts';

/** A use of a tool that a model has asked for, and what it was told. */
export interface Use {
	id: string;
	tool: string;
	args: IDataObject;
	answer: string;
}

/** An answer of a model, and what the person said to it. */
export interface Exchange {
	answer: string;
	reply: string;
}

/** What a model and its surroundings did: tools that it has used side by side, or an exchange with its person. */
export type Turn = readonly Use[] | Exchange;

export const isExchange = (turn: Turn): turn is Exchange => 'reply' in turn;

/** The uses of tools in some turns. */
export const usesIn = (turns: readonly Turn[]): Use[] => turns.flatMap((turn) => (isExchange(turn) ? [] : turn));

/** What a model does next: it uses tools, or it answers. */
export type Reply = { uses: Array<Omit<Use, 'answer'>> } | { answer: string };

/** A language model, or what stands for one. */
export interface Model {
	/** @param turns what it has done so far, turn by turn */
	next(instructions: string, question: string, tools: readonly ToolDefinition[], turns: readonly Turn[]): Promise<Reply>;
}

/** Most turns of one task: more would be a model that goes in circles. */
const MOST_TURNS = 12;

/** What an agent has done. */
export interface Deeds {
	uses: Use[];
	/** What it says at last; nothing where it did not finish. */
	answer: string;
}

/**
 * Lets a model work with tools until it answers, as an agent of n8n does.
 * @param place what its tools are used on
 * @param reply what the person says to its first answer; left out, that is the last one
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
