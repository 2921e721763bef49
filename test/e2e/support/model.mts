import Fastify from 'fastify';

interface ChatRequest {
	messages: Array<{ content: unknown }>;
	stream?: boolean;
	tools?: Array<{ function: { name: string; description: string; parameters: unknown } }>;
}

/** A tool that a model asks for, with the arguments that it gives. */
export interface ToolCall {
	tool: string;
	args: Record<string, unknown>;
}

/** A language model that asks for one tool after the other, and then repeats what the last one said; nothing of it is clever. */
export class StubModel {
	/** What the agent has sent, request by request. */
	readonly requests: ChatRequest[] = [];
	private readonly app = Fastify({ forceCloseConnections: true, bodyLimit: 10_000_000 });
	private address = '';

	/** @param calls what it asks for, one tool in each turn */
	constructor(private calls: readonly ToolCall[] = []) {}

	/** Begins a new conversation, in which it asks for these tools. */
	begin(...calls: ToolCall[]): void {
		this.calls = calls;
		this.requests.length = 0;
	}

	async start(): Promise<void> {
		// It has no other path: an n8n Agent asks for `/v1/responses` first, and goes on here after a 404.
		this.app.post('/v1/chat/completions', async ({ body }, reply) => {
			const request = body as ChatRequest;
			this.requests.push(request);
			const [message, finish_reason] = this.answer(request);
			const completion = { id: 'chat', created: 1, model: 'stub' };
			const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
			if (!request.stream) return { ...completion, object: 'chat.completion', choices: [{ index: 0, message, finish_reason }], usage };
			reply.header('content-type', 'text/event-stream');
			const chunk = { ...completion, object: 'chat.completion.chunk', choices: [{ index: 0, delta: message, finish_reason }] };
			return `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`;
		});
		this.address = await this.app.listen({ port: 0, host: '127.0.0.1' });
	}

	get url(): string {
		return `${this.address}/v1`;
	}

	async close(): Promise<void> {
		await this.app.close();
	}

	private answer({ messages }: ChatRequest): [message: object, finishReason: string] {
		const call = this.calls[this.requests.length - 1];
		if (!call) return [{ role: 'assistant', content: String(messages.at(-1)!.content) }, 'stop'];
		const asked = { name: call.tool, arguments: JSON.stringify(call.args) };
		const tool_calls = [{ index: 0, id: `call_${this.requests.length}`, type: 'function', function: asked }];
		return [{ role: 'assistant', content: null, tool_calls }, 'tool_calls'];
	}
}
