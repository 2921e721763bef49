import type { INode } from 'n8n-workflow';
import { template } from '../demo/templates.mts';
import { marketingNodes } from './marketing.mts';
import { NOW } from './scene.mts';
import type { Tool } from './tools.mts';
import { toolOf } from './tools.mts';

/** The instructions and tools of an agent. */
export interface Team {
	instructions: string;
	tools: Tool[];
}

const isTool = ({ type }: INode): boolean => type === 'n8n-nodes-club.clubTool';

/** The agent of the example workflow, without human approval. An approval would hide wrong calls. */
function frontDesk(): Team {
	const { nodes } = template('front-desk-agent.json');
	const parametersOf = (node: string) => nodes.find(({ name }) => name === node)!.parameters;
	const { systemMessage } = parametersOf('Front desk').options as { systemMessage: string };
	return {
		instructions: systemMessage.slice(1).replace(/\{\{.*?\}\}/, NOW.toISOString()),
		tools: nodes.filter(isTool).map(toolOf),
	};
}

/** An external assistant. It gets the tools, but no instructions of a workflow and no human approval. */
const anyAssistant = (): Team => ({
	instructions: `You are the assistant of somebody who works in a fitness club in Stockholm. Now is ${NOW.toISOString()}.`,
	tools: template('club-for-any-assistant.json').nodes.filter(isTool).map(toolOf),
});

const marketing = (): Team => ({
	instructions: [
		`You work for the marketing of a fitness club. Now is ${NOW.toISOString()}; the club is in Stockholm.`,
		'Answer from what the tools say alone, and name people by UserId. Where a result says hasMore, you have not seen everything.',
		'Change nothing that you were not asked to change.',
	].join(' '),
	tools: marketingNodes.map(toolOf),
});

/** The agents that have tasks. */
export const teams = { 'Front desk': frontDesk(), Marketing: marketing(), 'Any assistant': anyAssistant() } as const satisfies Record<
	string,
	Team
>;

export type TeamName = keyof typeof teams;
