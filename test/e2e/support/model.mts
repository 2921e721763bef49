import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface ChatRequest {
	messages: Array<{ role: string; content: unknown }>;
	tools?: Array<{ function: { name: string; description: string; parameters: unknown } }>;
}

/** A language model that asks for one tool call and then repeats what the tool said; nothing of it is clever. */
export class StubModel {
	/** What the agent has sent, request by request. */
	readonly requests: ChatRequest[] = [];
	private server?: Server;

	/** @param tool the name of the tool that it asks for; the first one when left out */
	constructor(
		private readonly args: Record<string, unknown>,
		private readonly tool?: string,
	) {}

	async start(): Promise<void> {
		this.server = createServer((request, response) => {
			let text = '';
			request.on('data', (chunk) => (text += chunk));
			request.on('end', () => {
				response.setHeader('content-type', 'application/json');
				response.end(JSON.stringify(this.answer(JSON.parse(text) as ChatRequest)));
			});
		});
		await new Promise<void>((resolve) => this.server?.listen(0, '127.0.0.1', resolve));
	}

	get url(): string {
		return `http://127.0.0.1:${(this.server?.address() as AddressInfo).port}/v1`;
	}

	async close(): Promise<void> {
		await new Promise((resolve) => this.server?.close(resolve));
	}

	private answer(request: ChatRequest): unknown {
		this.requests.push(request);
		const last = request.messages[request.messages.length - 1];
		const tool = request.tools?.find(({ function: { name } }) => name === (this.tool ?? name));
		const message =
			last.role === 'tool' || !tool
				? { role: 'assistant', content: String(last.content) }
				: {
						role: 'assistant',
						content: null,
						tool_calls: [{ id: 'call_1', type: 'function', function: { name: tool.function.name, arguments: JSON.stringify(this.args) } }],
					};
		return {
			id: 'chat',
			object: 'chat.completion',
			created: 1,
			model: 'stub',
			choices: [{ index: 0, message, finish_reason: 'tool_calls' in message ? 'tool_calls' : 'stop' }],
			usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
		};
	}
}
