import { ExecutionLifecycleHooks, PollContext, WorkflowExecute } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	ICredentialsHelper,
	IExecuteData,
	INode,
	INodeExecutionData,
	IPollFunctions,
	IRun,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { Workflow, createRunExecutionData } from 'n8n-workflow';
import { additionalDataFor, credentialsHelperFor } from '../../../../dev/host/engine.mts';
import type { WorkflowJson } from '../../../../dev/host/workflow.mts';
import type { NodesOfN8n } from './nodes.mts';
import type { Tables } from './tables.mts';

/** What all workflows of an n8n share. */
export interface Instance {
	nodeTypes: NodesOfN8n;
	tables: Tables;
	zone: string;
	/** The entries of each credential, by type. */
	credentials: Readonly<Record<string, ICredentialDataDecryptedObject>>;
	webhookBaseUrl: string;
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

let executions = 0;

/** A published workflow, run by n8n's engine. */
export class Published {
	readonly workflow: Workflow;
	private readonly contexts = new Map<string, IPollFunctions>();
	private readonly ended = new Map<string, IRun['data'] | undefined>();

	constructor(
		readonly id: string,
		readonly json: WorkflowJson,
		private readonly instance: Instance,
	) {
		this.workflow = new Workflow({
			id,
			name: json.name,
			nodes: json.nodes,
			connections: json.connections,
			active: true,
			nodeTypes: instance.nodeTypes,
			settings: { ...json.settings, timezone: instance.zone },
		});
	}

	/** The nodes of a type that start the workflow. */
	startsWith = (type: string): INode[] => Object.values(this.workflow.nodes).filter((node) => node.type === type && !node.disabled);

	additionalData(): IWorkflowExecuteAdditionalData {
		return Object.assign(additionalDataFor(helperFor(this.instance)), {
			webhookBaseUrl: this.instance.webhookBaseUrl,
			'data-table': this.instance.tables.provider,
			getRunExecutionData: async (id: string) => this.ended.get(id),
		}) as unknown as IWorkflowExecuteAdditionalData;
	}

	/** Polls once; the first time as at the publication. @returns the items of the execution that n8n makes, if it makes one */
	async poll(node: INode): Promise<INodeExecutionData[] | undefined> {
		const known = this.contexts.get(node.id);
		const context = known ?? (new PollContext(this.workflow, node, this.additionalData(), 'trigger', 'activate') as IPollFunctions);
		this.contexts.set(node.id, context);
		const output = await this.instance.nodeTypes.getByNameAndVersion(node.type, node.typeVersion).poll?.call(context);
		return output?.[0];
	}

	/** Runs an execution to its end. */
	async execute(node: INode, items: INodeExecutionData[], mode: WorkflowExecuteMode = 'trigger', whenEnded?: (run: IRun) => void) {
		const executionId = String(++executions);
		const additionalData = Object.assign(this.additionalData(), { executionId });
		const hooks = new ExecutionLifecycleHooks(mode, executionId, { id: this.id, name: this.json.name } as never);
		hooks.addHandler('workflowExecuteAfter', (run) => {
			this.ended.set(executionId, run.data);
			whenEnded?.(run);
		});
		Object.assign(additionalData, { hooks });
		const start: IExecuteData = { node, data: { main: [items] }, source: null };
		const data = createRunExecutionData({ executionData: { nodeExecutionStack: [start] } });
		const run = await new WorkflowExecute(additionalData, mode, data).processRunExecutionData(this.workflow);
		this.ended.delete(executionId);
		return run;
	}
}

export const errorOf = ({ data }: IRun): string | undefined => {
	const { error, lastNodeExecuted } = data.resultData;
	return error && `${lastNodeExecuted}: ${error.message}`;
};
