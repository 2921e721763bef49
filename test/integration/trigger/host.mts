import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ExecutionLifecycleHooks, HookContext, WebhookContext } from 'n8n-core';
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	IWebhookData,
	IWebhookResponseData,
	IWorkflowExecuteAdditionalData,
	WorkflowActivateMode,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';
import { ClubTrigger } from '../../../nodes/ClubTrigger/ClubTrigger.node';
import type { Sandbox } from '../../../sandbox/index.mts';
import { additionalDataOf, onlyType } from '../../support/node.mts';
import { firstNode, keepLog } from '../support/triggerNode.mts';
import { processedValues } from './processed.mts';
import { expectNoKeyInAddresses, expectNoSecret, guardConsole, guardSandbox, keys, tokens } from '../../support/secrets.mts';

/** An execution that a delivery started. */
export interface Execution {
	mode: WorkflowExecuteMode;
	items: IDataObject[];
}

export interface HostOptions {
	sandbox: Pick<Sandbox, 'url' | 'keys' | 'requests'>;
	events?: string[];
	options?: IDataObject;
	credentials?: IDataObject;
	/** The rest of the workflow: what it throws fails the execution. */
	workflow?: (items: IDataObject[]) => Promise<void> | void;
	/** What n8n believes its public address to be. */
	webhookBaseUrl?: string;
	webhookId?: string;
}

guardConsole();

const TYPE = 'n8n-nodes-club.clubTrigger';

/** Activates a workflow with the Club Trigger and takes in its deliveries over HTTP, as n8n does with its own contexts. */
export class TriggerHost {
	readonly executions: Execution[] = [];
	readonly logs: string[] = [];
	/** Executions that the trigger itself has failed. */
	readonly failures: Error[] = [];
	/** What the editor shows beside the output. */
	readonly hints: string[] = [];
	/** How a delivery is taken in: of the active workflow, or while somebody listens in the editor. */
	mode: 'webhook' | 'manual' = 'webhook';
	/** What n8n has stored for the node; deliveries see this. */
	staticData: IDataObject = {};
	parameters: IDataObject;
	/** Whether n8n has the credential of the trigger: a user may delete it, or its secret store may be down. */
	hasCredential = true;
	onBody = () => {};
	onClose = () => {};
	private readonly type = new ClubTrigger();
	private readonly saved = new Map<string, unknown>();
	private id = randomUUID();
	private readonly running = new Set<Promise<void>>();
	private base = '';
	private registered = '';

	private constructor(
		private readonly options: HostOptions,
		private readonly server: Server,
	) {
		this.parameters = { events: options.events ?? ['*'], options: options.options ?? {} };
	}

	static async start(options: HostOptions): Promise<TriggerHost> {
		await processedValues;
		guardSandbox(options.sandbox);
		const server = createServer((request, response) => host.track(host.take(request, response)));
		const host = new TriggerHost(options, server);
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		host.base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
		return host;
	}

	/** The address of the trigger, without the secret. */
	get address(): string {
		const folder = this.mode === 'manual' ? 'webhook-test' : 'webhook';
		return `${this.options.webhookBaseUrl ?? `${this.base}/${folder}`}/${this.node.webhookId}/events`;
	}

	/** The address that the club was last given: n8n keeps no more than a hash of its token. */
	get destination(): string {
		for (const { body } of [...this.options.sandbox.requests].reverse()) {
			const url = (body as IDataObject | null)?.Url;
			if (typeof url === 'string' && url.startsWith(`${this.address}?`)) this.registered = url;
			if (url === this.registered) break;
		}
		return this.registered;
	}

	/**
	 * Activates: checkExists, create; a failure is cleaned up and thrown. Static data is stored at the end.
	 * @param tries how often n8n tries the same publication
	 */
	async activate(mode: WorkflowActivateMode = 'activate', tries = 1): Promise<void> {
		const workflow = this.workflow();
		const attempt = async (): Promise<void> => {
			try {
				if (!(await this.hook('checkExists', workflow, mode))) await this.hook('create', workflow, mode);
			} catch (error) {
				await this.hook('delete', workflow);
				throw error;
			}
		};
		try {
			for (let left = tries - 1; left > 0; left--)
				if (
					await attempt().then(
						() => true,
						() => false,
					)
				)
					return;
			await attempt();
		} finally {
			this.staticData = this.stored(workflow);
			this.registered = this.destination;
		}
	}

	async deactivate(): Promise<void> {
		const workflow = this.workflow();
		await this.hook('delete', workflow);
		this.staticData = this.stored(workflow);
	}

	/** As after an import of the workflow: at the same address, under another id, and nothing is stored. */
	importAgain(): void {
		this.id = randomUUID();
		this.staticData = {};
	}

	/** Enters other values in the credential, as a user does who has replaced a key. */
	replaceCredentials(credentials: IDataObject): void {
		this.options.credentials = { ...this.options.credentials, ...credentials };
	}

	/** Ends it. Neither what it logged nor what the workflow was given may hold a secret, nor an address that was called. */
	async close(): Promise<void> {
		expectNoSecret('The log of the trigger', this.logs.join('\n'), keys, tokens);
		expectNoSecret('The items of the trigger', JSON.stringify(this.executions), keys, tokens);
		expectNoSecret('What n8n stores of the trigger', JSON.stringify(this.staticData), keys, tokens);
		expectNoKeyInAddresses();
		await new Promise((resolve) => {
			this.server.close(resolve);
			this.server.closeAllConnections();
		});
	}

	/** Posts a delivery, as it is if it is a text. */
	async post(body: unknown, url = this.destination, signal?: AbortSignal): Promise<Response> {
		const text = typeof body === 'string' ? body : JSON.stringify(body);
		return await fetch(url, { method: 'POST', signal, headers: { 'content-type': 'application/json' }, body: text });
	}

	/** Settles when no delivery is being taken in and no execution runs. */
	async idle(): Promise<void> {
		while (this.running.size > 0) await Promise.allSettled(this.running);
	}

	private stored = (workflow: Workflow): IDataObject => JSON.parse(JSON.stringify(workflow.staticData)) as IDataObject;

	private get node(): INode {
		return {
			id: this.id,
			name: 'Club Trigger',
			type: TYPE,
			typeVersion: 1.1,
			position: [0, 0],
			webhookId: this.options.webhookId ?? '6f0c',
			parameters: this.parameters as INode['parameters'],
			credentials: { clubApi: { id: '1', name: 'Club' } },
		};
	}

	private workflow(): Workflow {
		return new Workflow({
			id: `workflow-${this.id}`,
			nodes: [this.node],
			connections: {},
			active: true,
			nodeTypes: onlyType(this.type),
			staticData: structuredClone(this.staticData),
			settings: { timezone: 'Europe/Rome' },
		});
	}

	private additionalData(): IWorkflowExecuteAdditionalData {
		const { sandbox, credentials } = this.options;
		const additionalData = additionalDataOf(sandbox, credentials);
		if (!this.hasCredential)
			additionalData.credentialsHelper.getDecrypted = async () => await Promise.reject(new Error('The credential does not exist'));
		return {
			...additionalData,
			webhookBaseUrl: this.options.webhookBaseUrl ?? `${this.base}/webhook`,
			webhookTestBaseUrl: `${this.base}/webhook-test`,
			getRunExecutionData: async (id: string) => this.saved.get(id),
		} as unknown as IWorkflowExecuteAdditionalData;
	}

	private webhookData(workflow: Workflow): IWebhookData {
		const [webhookDescription] = this.type.description.webhooks ?? [];
		return {
			httpMethod: 'POST',
			node: this.node.name,
			path: `${this.node.webhookId}/events`,
			webhookDescription,
			isTest: this.mode === 'manual',
			workflowId: workflow.id,
			workflowExecuteAdditionalData: {} as never,
		};
	}

	private async hook(
		name: 'checkExists' | 'create' | 'delete',
		workflow: Workflow,
		mode: WorkflowActivateMode = 'update',
	): Promise<boolean> {
		const context = new HookContext(
			workflow,
			workflow.getNode('Club Trigger') as INode,
			this.additionalData(),
			this.mode === 'manual' ? 'manual' : 'trigger',
			mode,
			this.webhookData(workflow),
		);
		keepLog(context, this.logs);
		return await this.type.webhookMethods.default[name].call(context);
	}

	private track(work: Promise<void>): void {
		this.running.add(work);
		void work.finally(() => this.running.delete(work));
	}

	private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
		response.once('close', () => this.onClose());
		let text = '';
		for await (const chunk of request) text += chunk;
		const url = new URL(request.url ?? '/', this.base);
		const answer = (status: number, body?: unknown) => {
			response.statusCode = status;
			response.end(body === undefined ? '' : JSON.stringify(body));
		};
		if (!url.pathname.endsWith(`/${this.node.webhookId}/events`)) return answer(404);
		let body: unknown;
		try {
			body = text === '' ? undefined : JSON.parse(text);
		} catch {
			return answer(422);
		}
		Object.assign(request, { body, query: Object.fromEntries(url.searchParams), params: {} });
		Object.assign(response, {
			status: (status: number) => ({ json: (value: unknown) => answer(status, value) }),
		});
		try {
			const result = await this.webhook(request, response);
			const isAnswered = result.noWebhookResponse === true;
			if (result.workflowData) await this.run(result.workflowData[0] as INodeExecutionData[], isAnswered ? undefined : answer);
			else if (!result.noWebhookResponse) answer(200, result.webhookResponse);
		} catch (error) {
			answer(500, { message: (error as Error).message });
		}
	}

	private async webhook(httpRequest: IncomingMessage, httpResponse: ServerResponse): Promise<IWebhookResponseData> {
		const workflow = this.workflow();
		const additionalData = Object.assign(this.additionalData(), { httpRequest, httpResponse });
		const context = new WebhookContext(
			workflow,
			workflow.getNode('Club Trigger') as INode,
			additionalData as never,
			this.mode,
			this.webhookData(workflow),
			[],
			null,
		);
		keepLog(context, this.logs);
		const { body } = httpRequest as IncomingMessage & { body: unknown };
		const get = () => {
			this.onBody();
			return body;
		};
		Object.defineProperty(httpRequest, 'body', { get });
		return await this.type.webhook.call(context);
	}

	/** Runs an execution on items as the engine does: the trigger's `execute`, the rest of the workflow, the end. */
	async run(
		items: INodeExecutionData[],
		answer: (status: number) => void = () => {},
		mode: WorkflowExecuteMode = this.mode,
		executionId = String(this.saved.size + 1),
	): Promise<void> {
		const workflow = this.workflow();
		const additionalData = Object.assign(this.additionalData(), { executionId });
		const hooks = new ExecutionLifecycleHooks(mode, executionId, { id: 'workflow' } as never);
		Object.assign(additionalData, { hooks });
		this.saved.set(executionId, undefined);
		const context = firstNode(workflow, items, additionalData, mode);
		keepLog(context, this.logs);
		const untilSuccess = (this.parameters.options as IDataObject).acknowledge === 'lastNode';
		if (!untilSuccess) answer(200);
		let error: Error | undefined;
		const [output] = await this.type.execute.call(context).catch((thrown: Error): INodeExecutionData[][] => {
			this.failures.push((error = thrown));
			return [[]];
		});
		this.hints.push(...context.hints.map(({ message }) => message));
		const execution = { mode, items: output.map(({ json }) => json) };
		if (execution.items.length > 0) {
			this.executions.push(execution);
			error = await Promise.resolve(execution.items)
				.then(this.options.workflow)
				.then(
					() => undefined,
					(thrown: Error) => thrown,
				);
		}
		this.saved.set(executionId, { resultData: { error, lastNodeExecuted: 'Club Trigger', runData: { 'Club Trigger': [{}] } } });
		await hooks.runHook('workflowExecuteAfter', [{ status: error ? 'error' : 'success' } as never, {}]);
		if (untilSuccess) answer(error ? 500 : 200);
	}

	get handled(): IDataObject[] {
		return this.executions.flatMap(({ items }) => items);
	}
}
