import { runInNewContext } from 'node:vm';
import { DateTime } from 'luxon';
import { ExecutionLifecycleHooks, PollContext, WebhookContext, WorkflowExecute } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	ICredentialsHelper,
	IExecuteData,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	IPollFunctions,
	IRun,
	IRunExecutionData,
	IWebhookData,
	IWebhookFunctions,
	IWorkflowExecuteAdditionalData,
	RelatedExecution,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { Workflow, createRunExecutionData } from 'n8n-workflow';
import { additionalDataFor, credentialsHelperFor } from '../../../../dev/host/engine.mts';
import type { WorkflowJson } from '../../../../dev/host/workflow.mts';
import type { NodesOfN8n } from './nodes.mts';
import type { Tables } from './tables.mts';

/** The public address of this n8n. */
export const PUBLIC = 'https://n8n.club.example';

/** The process of n8n that runs a workflow. */
export interface Host {
	newId(): string;
	/** Follows an execution of a workflow. */
	watch(hooks: ExecutionLifecycleHooks, file: string, id: string): void;
	/** Takes in an execution that has ended or waits. */
	ended(file: string, id: string, run: IRun): void;
	dataOf(id: string): IRunExecutionData | undefined;
	executeWorkflow: IWorkflowExecuteAdditionalData['executeWorkflow'];
}

/** What all workflows of an n8n share. */
export interface Instance {
	nodeTypes: NodesOfN8n;
	tables: Tables;
	zone: string;
	/** The entries of each credential, by type. */
	credentials: Readonly<Record<string, ICredentialDataDecryptedObject>>;
	webhookBaseUrl: string;
	/** The static data of each workflow as n8n has saved it. */
	saved: Map<string, string>;
}

/** n8n's credentials helper with one credential of each type. */
function helperFor({ credentials }: Instance): ICredentialsHelper {
	const club = credentialsHelperFor(credentials.clubApi);
	const isClub = (type: string) => type === 'clubApi';
	return Object.assign(Object.create(club) as ICredentialsHelper, {
		getDecrypted: async (...values: Parameters<ICredentialsHelper['getDecrypted']>) =>
			isClub(values[2]) ? await club.getDecrypted(...values) : credentials[values[2]],
		authenticate: async (...values: Parameters<ICredentialsHelper['authenticate']>) => {
			const [{ name, value }, type, options] = values;
			if (isClub(type)) return await club.authenticate(...values);
			return { ...options, headers: { ...options.headers, [String(name)]: value } };
		},
		getCredentialsProperties: (type: string) => (isClub(type) ? club.getCredentialsProperties(type) : []),
	});
}

/** Runs the code of a Code node here, as n8n runs it in a process of its own. */
async function runCode(...given: unknown[]): Promise<{ ok: boolean; result?: unknown; error?: unknown }> {
	const [, , { code }, context] = given as [unknown, string, { code: string }, IExecuteFunctions];
	const { $, $now, $today, $input } = context.getWorkflowDataProxy(0) as unknown as Record<string, unknown>;
	try {
		return {
			ok: true,
			result: await (runInNewContext(`(async () => {${code}\n})()`, { $, $now, $today, $input, DateTime }) as Promise<unknown>),
		};
	} catch (error) {
		return { ok: false, error };
	}
}

/** A published workflow in a process of n8n, run by n8n's engine. */
export class Published {
	readonly workflow: Workflow;
	private readonly contexts = new Map<string, IPollFunctions>();

	constructor(
		readonly id: string,
		readonly json: WorkflowJson,
		private readonly instance: Instance,
		private readonly process: Host,
	) {
		this.workflow = new Workflow({
			id,
			name: json.name,
			nodes: json.nodes,
			connections: json.connections,
			active: true,
			nodeTypes: instance.nodeTypes,
			staticData: JSON.parse(instance.saved.get(id) ?? '{}'),
			settings: { ...json.settings, timezone: instance.zone },
		});
	}

	startsWith = (type: string): INode[] => Object.values(this.workflow.nodes).filter((node) => node.type === type && !node.disabled);

	additionalData(): IWorkflowExecuteAdditionalData {
		return Object.assign(additionalDataFor(helperFor(this.instance)), {
			webhookBaseUrl: this.instance.webhookBaseUrl,
			webhookWaitingBaseUrl: `${PUBLIC}/webhook-waiting`,
			formWaitingBaseUrl: `${PUBLIC}/form-waiting`,
			'data-table': this.instance.tables.provider,
			getRunExecutionData: async (id: string) => this.process.dataOf(id),
			executeWorkflow: this.process.executeWorkflow,
			logAiEvent: () => {},
			startRunnerTask: runCode,
		}) as unknown as IWorkflowExecuteAdditionalData;
	}

	/** Polls once; the first time as at the publication. @returns the items that n8n takes, none where only the state is to be saved */
	async poll(node: INode): Promise<INodeExecutionData[] | undefined> {
		const known = this.contexts.get(node.id);
		const context = known ?? (new PollContext(this.workflow, node, this.additionalData(), 'trigger', 'activate') as IPollFunctions);
		this.contexts.set(node.id, context);
		const output = await this.instance.nodeTypes.getByNameAndVersion(node.type, node.typeVersion).poll?.call(context);
		return output?.[0];
	}

	/** Saves the static data, as n8n does when a trigger starts an execution. What a poll without items has learned stays in memory. */
	save(): void {
		this.instance.saved.set(this.id, JSON.stringify(this.workflow.staticData));
	}

	/** Runs an execution from a node until it ends or waits. */
	async execute(node: INode, items: INodeExecutionData[], mode: WorkflowExecuteMode, parentExecution?: RelatedExecution, id?: string) {
		const start: IExecuteData = { node, data: { main: [items] }, metadata: { parentExecution }, source: null };
		return await this.run(createRunExecutionData({ executionData: { nodeExecutionStack: [start] }, parentExecution }), mode, id);
	}

	/** Runs an execution, a new one or one that has waited. */
	async run(data: IRunExecutionData, mode: WorkflowExecuteMode, executionId = this.process.newId()): Promise<IRun> {
		const hooks = new ExecutionLifecycleHooks(mode, executionId, { id: this.id, name: this.json.name } as never);
		this.process.watch(hooks, this.id, executionId);
		const additionalData = Object.assign(this.additionalData(), { executionId, hooks });
		const run = await new WorkflowExecute(additionalData, mode, data).processRunExecutionData(this.workflow);
		this.process.ended(this.id, executionId, run);
		return run;
	}

	/** Answers the form of an execution that waits for it. @returns the items with which it goes on */
	async answer(node: INode, data: IRunExecutionData, fields: Record<string, string>): Promise<INodeExecutionData[][]> {
		const request = { method: 'POST', contentType: 'multipart/form-data', headers: {}, query: {}, params: {}, body: { data: fields } };
		const additionalData = Object.assign(this.additionalData(), { httpRequest: request, httpResponse: {} });
		const webhook = { httpMethod: 'POST', node: node.name, workflowId: this.id } as IWebhookData;
		const context = new WebhookContext(this.workflow, node, additionalData, 'webhook', webhook, [], data);
		const type = this.instance.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
		const { workflowData } = await type.webhook!.call(context as unknown as IWebhookFunctions);
		return workflowData as INodeExecutionData[][];
	}
}

export const errorOf = ({ data }: IRun): string | undefined => {
	const { error, lastNodeExecuted } = data.resultData;
	return error && `${lastNodeExecuted}: ${error.message}`;
};
