import { randomUUID } from 'node:crypto';
import { ExecuteContext, ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	ICredentialsHelper,
	IDataObject,
	IExecuteData,
	IHttpRequestOptions,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	INodeTypes,
	IRun,
	IWorkflowExecuteAdditionalData,
	NodeExecutionHint,
	OnError,
	RegexEngine,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import {
	NodeConnectionTypes,
	NodeHelpers,
	Workflow,
	createEmptyRunExecutionData,
	createRunExecutionData,
	setSafeRegexEngine,
} from 'n8n-workflow';
import { ClubApi } from '../../credentials/ClubApi.credentials.ts';
import { Club } from '../../nodes/Club/Club.node.ts';
import type { Sandbox } from '../../sandbox/index.mts';

/** The input of a run. Parameters have the form that the panel saves. */
export interface NodeRun {
	sandbox: Pick<Sandbox, 'url' | 'keys'> & Partial<Pick<Sandbox, 'requests'>>;
	parameters: IDataObject;
	/** The JSON of each input item. Default: one empty item. */
	items?: IDataObject[];
	onError?: OnError;
	/** Runs the node as an agent tool. n8n has a separate node type for it. */
	tool?: boolean;
	/** Runs the node as a tool of a saved n8n Agent. */
	isInAgent?: boolean;
	/** Credential values that replace those of the sandbox. */
	credentials?: IDataObject;
	/** The workflow's timezone. */
	timezone?: string;
	signal?: AbortSignal;
	executionId?: string;
	/** How n8n began the execution. Default: by hand. */
	mode?: WorkflowExecuteMode;
	/** What is chosen in the node's settings, such as *Retry On Fail*. */
	settings?: Partial<Pick<INode, 'retryOnFail' | 'maxTries' | 'waitBetweenTries' | 'executeOnce' | 'alwaysOutputData'>>;
	/** How many times the node runs in the execution, as in a loop. Default: once. */
	loops?: number;
}

/** The results of a run that a user sees. */
export interface NodeOutcome {
	/** The first output, and the error output if the node has one. */
	output: INodeExecutionData[][];
	/** The JSON of the items of the first output. */
	rows: IDataObject[];
	/** The same of each run of the node, if it runs several times. */
	runs: IDataObject[][];
	error?: Error & { description?: string; httpCode?: string; failure?: unknown; context: IDataObject };
	hints: NodeExecutionHint[];
}

/** A start node that returns the input items. */
const startWith = (input: IDataObject[]): INodeType => ({
	description: {
		displayName: 'Start',
		name: 'start',
		group: ['trigger'],
		version: 1,
		description: 'Gives the input',
		defaults: { name: 'Start' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	},
	async execute() {
		return [input.map((json, item) => ({ json, pairedItem: { item } }))];
	},
});

/** The credential that a run uses. */
export const credentialOf = ({ sandbox, credentials }: NodeRun): ICredentialDataDecryptedObject => ({
	baseUrl: sandbox.url,
	subscriptionKey: sandbox.keys.subscriptionKey,
	clubApiKey: sandbox.keys.clubApiKey,
	...(credentials as ICredentialDataDecryptedObject | undefined),
});

type Decrypting = Parameters<ICredentialsHelper['getDecrypted']>;

/** n8n evaluates the expressions of a credential in a workflow. A credential test has none, so it gets this one. */
const CREDENTIAL_TEST_NODE: INode = { id: 'lone', name: '', type: 'lone', typeVersion: 1, position: [0, 0], parameters: {} };
const credentialTestWorkflow = new Workflow({
	nodes: [CREDENTIAL_TEST_NODE],
	connections: {},
	active: false,
	nodeTypes: { getByNameAndVersion: () => undefined } as unknown as INodeTypes,
});

/** n8n's credential helper with one credential. It adds defaults and evaluates expressions as n8n does. */
export function credentialsHelperFor(data: ICredentialDataDecryptedObject): ICredentialsHelper {
	const type = new ClubApi();
	return {
		getParentTypes: () => [],
		getDecrypted: async (...[, , , mode, executeData, , values]: Decrypting) => {
			const complete = NodeHelpers.getNodeParameters(type.properties, data as INodeParameters, true, false, null, null) as INodeParameters;
			const { runExecutionData = null, runIndex = 0, itemIndex = 0, connectionInputData = [] } = values ?? {};
			const { expression } = values?.workflow ?? credentialTestWorkflow;
			const name = values?.node.name ?? CREDENTIAL_TEST_NODE.name;
			const found = expression.getParameterValue(
				complete,
				runExecutionData,
				runIndex,
				itemIndex,
				name,
				connectionInputData,
				mode,
				{},
				executeData,
				false,
				complete,
			);
			return found as ICredentialDataDecryptedObject;
		},
		getCredentials: async () => ({ id: '1', name: 'Club', type: 'clubApi', data }),
		authenticate: async (values: ICredentialDataDecryptedObject, _type: string, options: IHttpRequestOptions) =>
			await type.authenticate(values, options),
		preAuthentication: async () => undefined,
		isCredentialUsableByNode: () => true,
		getCredentialsProperties: () => type.properties,
		updateCredentials: async () => {},
		updateCredentialsOauthTokenData: async () => {},
		runPreAuthentication: async () => undefined,
	} as unknown as ICredentialsHelper;
}

/** The additional data that n8n passes to every execution. */
export function additionalDataFor(helper: ICredentialsHelper, signal?: AbortSignal): IWorkflowExecuteAdditionalData {
	const base = 'http://127.0.0.1:5678';
	return {
		credentialsHelper: helper,
		currentNodeExecutionIndex: 0,
		restApiUrl: `${base}/rest`,
		instanceBaseUrl: `${base}/`,
		webhookBaseUrl: `${base}/webhook`,
		webhookTestBaseUrl: `${base}/webhook-test`,
		webhookWaitingBaseUrl: `${base}/webhook-waiting`,
		formWaitingBaseUrl: `${base}/form-waiting`,
		variables: {},
		abortSignal: signal,
		hooks: undefined,
	} as unknown as IWorkflowExecuteAdditionalData;
}

const node = ({ parameters, onError, tool, settings }: NodeRun): INode => ({
	id: 'club',
	name: 'Club',
	type: tool ? 'n8n-nodes-club.clubTool' : 'n8n-nodes-club.club',
	typeVersion: 1,
	position: [200, 0],
	parameters: parameters as INode['parameters'],
	credentials: { clubApi: { id: '1', name: 'Club' } },
	...(onError && { onError }),
	...settings,
});

/** Patterns without a time limit. n8n stops its own after 250 ms, which fails tests on a busy machine. */
const regexWithoutTimeout: RegexEngine = {
	exec: (pattern, input, flags) => new RegExp(pattern, flags).exec(input),
	test: (pattern, input, flags) => new RegExp(pattern, flags).test(input),
	replace: (pattern, input, flags, replacement) => input.replace(new RegExp(pattern, flags), replacement),
	matchAll: (pattern, input, flags = '') => [...input.matchAll(new RegExp(pattern, flags.includes('g') ? flags : `${flags}g`))],
	split: (pattern, input, flags) => input.split(new RegExp(pattern, flags)),
};

/** One instance for all runs, as in n8n. Building a description is slow. */
const clubNode = new Club();
const clubTool = new Club();
clubTool.description.name = 'clubTool';

/** The nodes of the pack, and these. */
function nodeTypesWith(others: Record<string, INodeType> = {}): INodeTypes {
	const types: Record<string, INodeType> = { 'n8n-nodes-club.club': clubNode, 'n8n-nodes-club.clubTool': clubTool, ...others };
	return {
		getByName: (type: string) => types[type],
		getByNameAndVersion: (type: string) => types[type],
		getKnownTypes: () => ({}),
	} as unknown as INodeTypes;
}

/** Runs the Club node as a saved n8n Agent does: in a workflow without ID and name, each time as another node, and in no execution. */
async function runInAgent(run: NodeRun): Promise<NodeOutcome> {
	const club = { ...node({ ...run, tool: true }), id: randomUUID(), name: 'Target Node' };
	const workflow = new Workflow({ nodes: [club], connections: {}, active: false, nodeTypes: nodeTypesWith() });
	const items = (run.items ?? [{}]).map((json) => ({ json }));
	const data = { main: [items] };
	const additionalData = additionalDataFor(credentialsHelperFor(credentialOf(run)));
	const executeData: IExecuteData = { node: club, data, source: null };
	const runData = createEmptyRunExecutionData();
	const context = new ExecuteContext(workflow, club, additionalData, 'internal', runData, 0, items, data, executeData, []);
	try {
		const output = (await clubTool.execute.call(context)) as INodeExecutionData[][];
		const rows = output[0].map(({ json }) => json);
		return { output, rows, runs: [rows], hints: context.hints };
	} catch (error) {
		return { output: [], rows: [], runs: [], error: error as NodeOutcome['error'], hints: context.hints };
	}
}

/** Runs the Club node in n8n's own engine: in a workflow of a start node and this node, or in an n8n Agent. */
export async function runNode(run: NodeRun): Promise<NodeOutcome> {
	setSafeRegexEngine(regexWithoutTimeout);
	if (run.isInAgent) return await runInAgent(run);
	const nodeTypes = nodeTypesWith({ 'test.start': startWith(run.items ?? [{}]) });
	const start: INode = { id: 'start', name: 'Start', type: 'test.start', typeVersion: 1, position: [0, 0], parameters: {} };
	const club = node(run);
	const toClub = { node: 'Club', type: NodeConnectionTypes.Main, index: 0 };
	const mode = run.mode ?? 'manual';
	const workflow = new Workflow({
		id: 'workflow',
		nodes: [start, club],
		connections: { Start: { main: [Array.from({ length: run.loops ?? 1 }, () => toClub)] } },
		active: false,
		nodeTypes,
		settings: { timezone: run.timezone ?? 'Europe/Stockholm' },
	});
	const additionalData = additionalDataFor(credentialsHelperFor(credentialOf(run)), run.signal);
	const hooks = new ExecutionLifecycleHooks(mode, '1', {
		id: 'workflow',
		name: 'Test',
		active: false,
		nodes: [],
		connections: {},
	} as never);
	additionalData.hooks = hooks;
	additionalData.executionId = run.executionId;
	const execution: IExecuteData = { node: start, data: { main: [[{ json: {} }]] }, source: null };
	const runData = createRunExecutionData({ executionData: { nodeExecutionStack: [execution] } });
	const process = new WorkflowExecute(additionalData, mode, runData).processRunExecutionData(workflow);
	run.signal?.addEventListener('abort', () => process.cancel());
	return outcomeOf(await process);
}

function outcomeOf({ data }: IRun): NodeOutcome {
	const tasks = data.resultData.runData.Club ?? [];
	const [task] = tasks;
	const output = (task?.data?.main ?? []).map((branch) => branch ?? []);
	const runs = tasks.map((one) => (one.data?.main[0] ?? []).map(({ json }) => json));
	const error = (task?.error ?? data.resultData.error) as unknown as NodeOutcome['error'];
	return { output, rows: (output[0] ?? []).map(({ json }) => json), runs, error, hints: task?.hints ?? [] };
}

/** A resource locator in the form of a saved workflow. */
export const locator = (mode: 'list' | 'id' | 'email' | 'nameAndTime', value: string | number): IDataObject => ({
	__rl: true,
	mode,
	value,
});
