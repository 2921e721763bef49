import Fastify from 'fastify';

interface ChatRequest {
	messages: Array<{ role: string; content: unknown; tool_call_id?: string }>;
	stream?: boolean;
	tools?: Array<{ function: { name: string; description: string; parameters: unknown } }>;
}

/** A tool that a model asks for, with the arguments that it gives. */
export interface ToolCall {
	tool: string;
	args: Record<string, unknown>;
}

/** A language model that asks for tools, turn by turn, and then repeats what the last one said; nothing of it is clever. */
export class StubModel {
	/** What the agent has sent, request by request. */
	readonly requests: ChatRequest[] = [];
	private readonly app = Fastify({ forceCloseConnections: true, bodyLimit: 10_000_000 });
	private address = '';

	/** @param turns what it asks for, of the names of the tools that it has */
	constructor(private turns: ReadonlyArray<(tools: string[]) => ToolCall[]> = []) {}

	/** Begins a new conversation, in which it asks for these tools, one in each turn. */
	begin(...calls: ToolCall[]): void {
		this.turns = calls.map((call) => () => [call]);
		this.requests.length = 0;
	}

	/** One that asks for one tool once, the first one where it is not named. */
	static once(args: Record<string, unknown>, tool?: string): StubModel {
		return new StubModel([([first]) => [{ tool: tool ?? first, args }]]);
	}

	async start(): Promise<void> {
		// It has no other path: an n8n Agent asks for `/v1/responses` first, and goes on here after a 404.
		this.app.post('/v1/chat/completions', async ({ body }, reply) => {
			const { stream } = body as ChatRequest;
			const [message, finish_reason] = this.answer(body as ChatRequest);
			const completion = { id: 'chat', created: 1, model: 'stub' };
			const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
			if (!stream) return { ...completion, object: 'chat.completion', choices: [{ index: 0, message, finish_reason }], usage };
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

	/** What the tools said to what it asked for in a turn, in the order in which it asked. */
	answers(turn: number): string[] {
		const { messages } = this.requests[turn + 1];
		const mine = messages.filter(({ tool_call_id: id }) => id?.startsWith(`call_${turn}_`));
		return mine
			.sort((a, b) => Number(a.tool_call_id!.split('_')[2]) - Number(b.tool_call_id!.split('_')[2]))
			.map(({ content }) => String(content));
	}

	private answer(request: ChatRequest): [message: object, finishReason: string] {
		const turn = this.requests.push(request) - 1;
		const calls = this.turns[turn]?.((request.tools ?? []).map(({ function: { name } }) => name)) ?? [];
		const tool_calls = calls.map(({ tool, args }, index) => ({
			index,
			id: `call_${turn}_${index}`,
			type: 'function',
			function: { name: tool, arguments: JSON.stringify(args) },
		}));
		const { content } = request.messages[request.messages.length - 1];
		if (calls.length > 0) return [{ role: 'assistant', content: null, tool_calls }, 'tool_calls'];
		return [{ role: 'assistant', content: String(content) }, 'stop'];
	}
}
