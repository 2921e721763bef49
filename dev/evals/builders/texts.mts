/** Something that a node can be set to do: an operation, an event that starts a workflow, or all that the node is for. */
export interface Ability {
	type: string;
	isTrigger: boolean;
	resource?: string;
	operation?: string;
	event?: string;
	/** What is said of it, and nothing of its names. */
	text: string;
}

/** A parameter by its path, with its type and what is said of it. */
export interface Parameter {
	path: string;
	type: string;
	text: string;
}

/** The parameters of a node in an answer of `get_node_types`, for one operation where it has such. */
export function parametersIn(answer: string, { type, resource, operation }: Partial<Ability>): Parameter[] {
	const lines = answer.split('\n').map((line) => line.trim());
	const own = lines.slice(0, lines.indexOf(`type: '${type}';`));
	const start = operation
		? own.findIndex((line, index) => line === `resource: '${resource}';` && own[index + 1] === `operation: '${operation}';`)
		: own.findLastIndex((line) => /^export interface \w+Params {$/.test(line)) + 1;
	const found: Parameter[] = [];
	const within: string[] = [];
	let text = '';
	for (const line of own.slice(start)) {
		const [, name, rest] = /^(\w+)\??: (.*)$/.exec(line) ?? [];
		if (line.startsWith('/**')) text = line.replace(/^\/\*\* ?|\*\/$/g, '');
		else if (line.startsWith('*')) text += line.replace(/^\* ?@(default|displayOptions|searchListMethod).*|^\*\/?/, '');
		else if (name) {
			found.push({ path: [...within, name].join('.'), type: rest, text });
			if (rest.endsWith('{')) within.push(name);
			text = '';
		} else if (line.startsWith('}') && within.pop() === undefined) return found;
	}
	return found;
}

/** The events of a trigger in an answer of `get_node_types`, with what is said of each. */
export function eventsIn(answer: string, trigger: Ability): Ability[] {
	const said = parametersIn(answer, trigger).find(({ path }) => path === 'events')?.text ?? '';
	return [...said.matchAll(/([A-Z]\w+(?:\.[A-Z]\w+)+): ([^|]+)/g)].map(([, event, text]) => ({ ...trigger, event, text }));
}
