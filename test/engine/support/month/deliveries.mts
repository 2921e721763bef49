import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HookContext, WebhookContext } from 'n8n-core';
import type { INode, INodeExecutionData, IWebhookData, IWebhookFunctions } from 'n8n-workflow';
import type { ClubTrigger } from '../../../../nodes/ClubTrigger/ClubTrigger.node.ts';
import type { NodesOfN8n } from './nodes.mts';
import type { Process } from './process.mts';
import type { Published } from './published.mts';

interface Registered {
	workflow: Published;
	node: INode;
}

/** Takes the club's deliveries in over HTTP and gives them to the Club Triggers of the published workflows. */
export class Deliveries {
	base = '';
	/** The process of n8n that takes them. */
	process?: Process;
	private readonly registered = new Map<string, Registered>();
	private readonly server = createServer((request, response) => void this.take(request, response));

	/** @param run runs an execution; it settles with whether the execution succeeded */
	constructor(
		private readonly nodeTypes: NodesOfN8n,
		private readonly run: (workflow: Published, node: INode, items: INodeExecutionData[]) => Promise<boolean | void>,
	) {}

	async start(): Promise<void> {
		await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
		this.base = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/webhook`;
	}

	async close(): Promise<void> {
		await new Promise((resolve) => {
			this.server.close(resolve);
			this.server.closeAllConnections();
		});
	}

	private typeOf = ({ type, typeVersion }: INode): ClubTrigger => this.nodeTypes.getByNameAndVersion(type, typeVersion) as ClubTrigger;

	private webhookOf({ workflow, node }: Registered): IWebhookData {
		const [webhookDescription] = this.typeOf(node).description.webhooks ?? [];
		return {
			httpMethod: 'POST',
			node: node.name,
			path: `${node.webhookId}/events`,
			webhookDescription,
			workflowId: workflow.id,
			workflowExecuteAdditionalData: {} as never,
		};
	}

	/** Takes the deliveries of a Club Trigger. @param isNew whether to register it with the club, as a publication does and a start does not */
	async register(workflow: Published, node: INode, isNew: boolean): Promise<void> {
		const one = { workflow, node };
		this.registered.set(`/webhook/${node.webhookId}/events`, one);
		if (!isNew) return;
		const context = new HookContext(workflow.workflow, node, workflow.additionalData(), 'trigger', 'activate', this.webhookOf(one));
		const { checkExists, create } = this.typeOf(node).webhookMethods.default;
		if (!(await checkExists.call(context))) await create.call(context);
	}

	private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
		let text = '';
		for await (const chunk of request) text += chunk as string;
		const url = new URL(request.url ?? '/', this.base);
		const answer = (status: number, body?: unknown) => {
			if (response.writableEnded) return;
			response.statusCode = status;
			response.end(body === undefined ? '' : JSON.stringify(body));
		};
		const one = this.registered.get(url.pathname);
		if (!one) return answer(404);
		if (this.process?.isKilled) return answer(503);
		const { workflow, node } = one;
		Object.assign(request, { body: text === '' ? undefined : JSON.parse(text), query: Object.fromEntries(url.searchParams), params: {} });
		Object.assign(response, { status: (status: number) => ({ json: (value: unknown) => answer(status, value) }) });
		const additionalData = Object.assign(workflow.additionalData(), { httpRequest: request, httpResponse: response });
		const context = new WebhookContext(workflow.workflow, node, additionalData, 'webhook', this.webhookOf(one), [], null);
		try {
			const { workflowData, noWebhookResponse, webhookResponse } = await this.typeOf(node).webhook.call(
				context as unknown as IWebhookFunctions,
			);
			if (!workflowData) return noWebhookResponse ? undefined : answer(200, webhookResponse);
			const isAnsweredLast = (node.parameters.options as { acknowledge?: string } | undefined)?.acknowledge === 'lastNode';
			if (!isAnsweredLast) answer(200);
			answer((await this.run(workflow, node, workflowData[0] as INodeExecutionData[])) ? 200 : 500);
		} catch (error) {
			answer(500, { message: (error as Error).message });
		}
	}
}
