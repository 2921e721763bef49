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

/** The abilities of the nodes in an answer of `search_nodes`: its lines are told apart by how far they are indented. */
export function abilitiesIn(answer: string): Ability[] {
	const abilities: Ability[] = [];
	let [type, isTrigger, about, resource, ofResource] = ['', false, '', '', ''];
	const add = (more: Partial<Ability>): number => abilities.push({ type, isTrigger, text: '', ...more });
	for (const line of answer.split('\n')) {
		const [, indent, content] = /^( *)(.*)$/.exec(line)!;
		const name = /^- ([\w.@/-]+)/.exec(content)?.[1];
		if (indent === '' && name) [type, isTrigger, about] = [name, content.includes('[TRIGGER]'), ''];
		else if (indent.length === 2 && /^(Display Name|Description|@builderHint)/.test(content)) {
			about += ` ${content.replace(/^(Display Name:|Description:|@builderHint)/, '')}.`;
		} else if (indent.length === 2 && content === 'Discriminators: none (use node directly without resource/operation/mode)') {
			add({ text: about });
		} else if (indent.length === 6 && name) [resource, ofResource] = [name, ''];
		else if (indent.length === 10 && content !== 'operations:') ofResource = content;
		else if (indent.length === 12 && name) add({ resource, operation: name, text: `${ofResource}.` });
		else if (indent.length === 14) abilities.at(-1)!.text += ` ${content}`;
	}
	return abilities.filter(({ type: of, resource: on, operation }, index) =>
		abilities.slice(0, index).every((other) => other.type !== of || other.resource !== on || other.operation !== operation),
	);
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
