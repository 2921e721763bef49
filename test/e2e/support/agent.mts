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

/** A Club node as a tool: its name and its parameters. */
export interface ClubTool {
	name: string;
	parameters: IDataObject;
}

/** Runs an AI agent of these tools with a model. @returns its items, as text */
async function runAgent({ rest, credential }: Host, tools: readonly ClubTool[], model: StubModel): Promise<string> {
	await model.start();
	const openAi = await rest.createCredential('Model', { apiKey: 'none', url: model.url }, 'openAiApi');
	const agent: NodeSpec = {
		name: 'Agent',
		type: '@n8n/n8n-nodes-langchain.agent',
		typeVersion: 3,
		parameters: { promptType: 'define', text: 'Use the tools', options: { enableStreaming: false } },
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
	for (const [index, { name, parameters }] of tools.entries()) {
		workflow.nodes.push({
			id: `tool-${index}`,
			name,
			type: 'n8n-nodes-club.clubTool',
			typeVersion: 1,
			position: [200 * (index + 1), 200],
			parameters: parameters as never,
			credentials: { clubApi: credential },
		});
		workflow.connections[name] = { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] };
	}
	const { id } = await rest.createWorkflow(workflow);
	const run = await rest.runManually(id).finally(() => model.close());
	if (run.error) throw new Error(run.error.message);
	return JSON.stringify(run.rowsOf('Agent'));
}

/** Gives an AI agent the Club node as its only tool, with these parameters, and lets its model fill in `args`. */
export async function askAgent(host: Host, parameters: IDataObject, args: Record<string, unknown>): Promise<AgentRun> {
	const model = StubModel.once(args);
	const said = await runAgent(host, [{ name: 'Club', parameters }], model);
	return { tool: model.requests[0].tools![0].function, answer: model.answers(0)[0], said };
}

/** Gives an AI agent these tools, and lets its model use each of them in each turn. Returns what they said, turn by turn. */
export async function askOfEach(
	host: Host,
	tools: readonly ClubTool[],
	turns: ReadonlyArray<(tool: string) => Record<string, unknown>>,
): Promise<string[][]> {
	const model = new StubModel(turns.map((argsFor) => () => tools.map(({ name }) => ({ tool: name, args: argsFor(name) }))));
	await runAgent(host, tools, model);
	return turns.map((_, turn) => model.answers(turn));
}
