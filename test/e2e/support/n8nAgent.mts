import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { IDataObject } from 'n8n-workflow';
import type { CredentialReference } from '../../../dev/host/workflow.mts';
import type { Host } from './host.mts';
import type { StubModel, ToolCall } from './model.mts';

/** A Club node as a tool of an n8n Agent. */
export interface AgentTool {
	name: string;
	description: string;
	parameters: IDataObject;
	credential: CredentialReference;
	/** Whether a person approves each use. */
	requireApproval?: boolean;
}

/** What n8n answers to whoever talks with an agent. */
export interface Talk {
	status: 'completed' | 'suspended';
	response: string;
	/** What a person must approve before it goes on. */
	approvals?: Array<{ toolName: string; args: IDataObject; continuation: IDataObject }>;
}

/** An assistant at n8n's own MCP server, as it builds n8n Agents and tries them. */
export class Builder {
	private readonly client = new Client({ name: 'assistant', version: '1.0.0' });
	private projectId = '';
	private modelCredential = '';

	constructor(
		private readonly host: Host,
		private readonly model: StubModel,
	) {}

	/** Opens the MCP server of n8n, as its owner does in the settings, and connects to it. */
	async connect(): Promise<void> {
		const { rest, n8n } = this.host;
		await rest.session.send('PATCH', '/rest/mcp/settings', { mcpAccessEnabled: true });
		const { apiKey } = await rest.session.send<{ apiKey: string }>('POST', '/rest/mcp/api-key/rotate', {});
		const requestInit = { headers: { authorization: `Bearer ${apiKey}` } };
		await this.client.connect(new StreamableHTTPClientTransport(new URL(`${n8n.url}/mcp-server/http`), { requestInit }));
		this.projectId = (await rest.session.send<{ id: string }>('GET', '/rest/projects/personal')).id;
		this.modelCredential = (await rest.createCredential('Model', { apiKey: 'none', url: this.model.url }, 'openAiApi')).id;
	}

	async close(): Promise<void> {
		await this.client.close();
	}

	/** What a tool of the MCP server answers. */
	async use<T>(name: string, args: IDataObject): Promise<T> {
		const { structuredContent } = await this.client.callTool({ name, arguments: args });
		return structuredContent as T;
	}

	/** Makes an agent of these tools. @returns its ID */
	async create(tools: readonly AgentTool[]): Promise<string> {
		const config = {
			model: 'openai/stub',
			credential: this.modelCredential,
			instructions: 'You work at the front desk of a fitness club.',
			tools: tools.map(({ name, description, parameters, credential, requireApproval = false }) => ({
				type: 'node',
				name,
				description,
				requireApproval,
				node: {
					nodeType: 'n8n-nodes-club.clubTool',
					nodeTypeVersion: 1,
					nodeParameters: parameters,
					credentials: { clubApi: { ...credential } },
				},
			})),
		};
		const { agent } = await this.use<{ agent: { id: string } }>('create_agent', { projectId: this.projectId, name: 'Front desk', config });
		return agent.id;
	}

	/** Has the model of an agent use these tools, one after the other. */
	async ask(agentId: string, ...calls: ToolCall[]): Promise<Talk> {
		this.model.begin(...calls);
		return await this.use('call_agent', { agentId, request: { type: 'message', message: 'Use the tools' } });
	}

	/** The decision of the person whom the agent asks. */
	async decide(agentId: string, { approvals = [] }: Talk, approved: boolean): Promise<Talk> {
		return await this.use('call_agent', { agentId, request: { type: 'approval', approved, continuation: approvals[0].continuation } });
	}
}
