import Fastify from 'fastify';

interface ChatRequest {
	messages: Array<{ role: string; content: unknown }>;
	tools?: Array<{ function: { name: string; description: string; parameters: unknown } }>;
}

/** A language model that asks for one tool call and then repeats what the tool said; nothing of it is clever. */
export class StubModel {
	/** What the agent has sent, request by request. */
	readonly requests: ChatRequest[] = [];
	private readonly app = Fastify({ forceCloseConnections: true, bodyLimit: 10_000_000 });
	private address = '';

	/** @param tool the name of the tool that it asks for; the first one when left out */
	constructor(
		private readonly args: Record<string, unknown>,
		private readonly tool?: string,
	) {}

	async start(): Promise<void> {
		this.app.post('*', async ({ body }) => this.answer(body as ChatRequest));
		this.address = await this.app.listen({ port: 0, host: '127.0.0.1' });
	}

	get url(): string {
		return `${this.address}/v1`;
	}

	async close(): Promise<void> {
		await this.app.close();
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
