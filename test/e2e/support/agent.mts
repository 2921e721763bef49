import type { IDataObject } from 'n8n-workflow';
import { lineOf, manualTrigger, type NodeSpec } from '../../../dev/host/workflow.mts';
import { locator } from '../../support/node.mts';
import type { Host } from './host.mts';
import { StubModel } from './model.mts';

/** What came of an agent that used a tool once. */
export interface AgentRun {
	/** What the model was told of the tool. */
	tool: { name: string; description: string; parameters: unknown };
	/** What the tool gave back to the model. */
	answer: string;
	/** The items of the agent, as text. */
	said: string;
}

/** Gives an AI agent the Club node as its only tool, with these parameters, and lets its model fill in `args`. */
export async function askAgent({ rest, credential }: Host, parameters: IDataObject, args: Record<string, unknown>): Promise<AgentRun> {
	const model = StubModel.once(args);
	await model.start();
	const openAi = await rest.createCredential('Model', { apiKey: 'none', url: model.url }, 'openAiApi');
	const agent: NodeSpec = {
		name: 'Agent',
		type: '@n8n/n8n-nodes-langchain.agent',
		typeVersion: 3,
		parameters: { promptType: 'define', text: 'Use the tool', options: { enableStreaming: false } },
	};
	const workflow = lineOf('Front desk', [manualTrigger, agent]);
	workflow.nodes.push({
		id: 'model',
		name: 'Model',
		type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
		typeVersion: 1.2,
		position: [0, 200],
		parameters: { model: locator('id', 'stub'), options: {} } as never,
		credentials: { openAiApi: openAi },
	});
	workflow.connections.Model = { ai_languageModel: [[{ node: 'Agent', type: 'ai_languageModel', index: 0 }]] };
	workflow.nodes.push({
		id: 'tool',
		name: 'Club',
		type: 'n8n-nodes-club.clubTool',
		typeVersion: 1,
		position: [200, 200],
		parameters: parameters as never,
		credentials: { clubApi: credential },
	});
	workflow.connections.Club = { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] };
	const { id } = await rest.createWorkflow(workflow);
	const run = await rest.runManually(id).finally(() => model.close());
	if (run.error) throw new Error(run.error.message);
	return { tool: model.requests[0].tools![0].function, answer: model.answers(0)[0], said: JSON.stringify(run.rowsOf('Agent')) };
}
