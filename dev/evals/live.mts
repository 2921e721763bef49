import type { IDataObject } from 'n8n-workflow';
import type { Model, Turn } from './agent.mts';

/** An endpoint with OpenAI's chat completions API. */
export interface Endpoint {
	/** The address without `/chat/completions`. */
	url: string;
	key: string;
	model: string;
}

interface Completion {
	choices: Array<{
		message: { content: string | null; tool_calls?: Array<{ id: string; function: { name: string; arguments: string } }> };
	}>;
}

/** The endpoint in the environment variables, if they are set. */
export function endpointFrom({ CLUB_EVAL_URL: url, CLUB_EVAL_KEY: key, CLUB_EVAL_MODEL: model }: NodeJS.ProcessEnv): Endpoint | undefined {
	return url && key && model ? { url: url.replace(/\/+$/, ''), key, model } : undefined;
}

/** The arguments of a model; empty if they are not a JSON object. */
function argumentsOf(text: string): IDataObject {
	try {
		return Object(JSON.parse(text)) as IDataObject;
	} catch {
		return {};
	}
}

function messagesOf(turn: Turn): unknown[] {
	const calls = turn.map(({ id, tool, args }) => ({ id, type: 'function', function: { name: tool, arguments: JSON.stringify(args) } }));
	const answers = turn.map(({ id, answer }) => ({ role: 'tool', tool_call_id: id, content: answer }));
	return [{ role: 'assistant', content: null, tool_calls: calls }, ...answers];
}

/** Time limit for an answer of the model, in ms. */
const PATIENCE_MS = 120_000;

/** A model at an endpoint. */
export function live({ url, key, model }: Endpoint): Model {
	return {
		async next(instructions, question, tools, turns) {
			const response = await fetch(`${url}/chat/completions`, {
				method: 'POST',
				headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
				body: JSON.stringify({
					model,
					messages: [{ role: 'system', content: instructions }, { role: 'user', content: question }, ...turns.flatMap(messagesOf)],
					tools: tools.map(({ name, description, parameters }) => ({ type: 'function', function: { name, description, parameters } })),
				}),
				signal: AbortSignal.timeout(PATIENCE_MS),
			});
			if (!response.ok) throw new Error(`The model answered ${response.status}: ${(await response.text()).slice(0, 300)}`);
			const [{ message }] = ((await response.json()) as Completion).choices;
			if (!message.tool_calls?.length) return { answer: message.content ?? '' };
			return {
				uses: message.tool_calls.map(({ id, function: { name, arguments: args } }) => ({ id, tool: name, args: argumentsOf(args) })),
			};
		},
	};
}
