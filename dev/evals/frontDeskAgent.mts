import type { INode } from 'n8n-workflow';
import { template } from '../demo/templates.mts';
import { NOW } from './scene.mts';
import type { Tool } from './tools.mts';
import { toolOf } from './tools.mts';

/** The instructions and tools of an agent. */
export interface Agent {
	instructions: string;
	tools: Tool[];
}

const isTool = ({ type }: INode): boolean => type === 'n8n-nodes-club.clubTool';

/** The agent of the example workflow, without human approval: an approval would hide wrong calls. */
export function frontDeskAgent(): Agent {
	const { nodes } = template('front-desk-agent.json');
	const { systemMessage } = nodes.find(({ name }) => name === 'Front desk')!.parameters.options as { systemMessage: string };
	return {
		instructions: systemMessage.slice(1).replace(/\{\{.*?\}\}/, NOW.toISOString()),
		tools: nodes.filter(isTool).map(toolOf),
	};
}
