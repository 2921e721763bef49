import type { Deeds, Model } from '../agent.mts';
import { work } from '../agent.mts';
import type { Catalogue } from './catalogue.mts';
import { BUILD, builderTools } from './tools.mts';
import type { BuiltNode } from './workflow.mts';
import { nodesIn, problemsIn } from './workflow.mts';

/** A value that a parameter must have: this one, a text like this, or a list of exactly these. */
type Wanted = string | number | boolean | RegExp | readonly string[];

/** A node that should result. */
export interface WantedNode {
	/** The type that is right, or the types that are all right. */
	type: string | readonly string[];
	resource?: string;
	operation?: string;
	/** What must be filled in, by its path, e.g. `options.days`. */
	filled?: Readonly<Record<string, Wanted>>;
}

/** What somebody at a club wishes in plain words, and the workflow that should result. */
export interface Wish {
	says: string;
	workflow: readonly WantedNode[];
}

/** What came of a wish. */
export interface Built extends Deeds {
	/** What is right and what there is to get right: each node, each operation, each parameter, and that n8n finds nothing wrong. */
	points: number;
	of: number;
	/** What is wrong, each as a sentence; nothing where all is right. */
	wrong: string[];
}

const INSTRUCTIONS = [
	'You build an n8n workflow for somebody at a fitness club, who has given the credentials already.',
	'Search for nodes, get their types, and build the workflow: its nodes in the order in which they run, each fed by the one before.',
	'Begin with a trigger; where none is asked for, with the Manual Trigger. Fill in every parameter that the wish gives a value for, and nothing that it does not need.',
	'Leave the parameters of nodes that are not of the club empty.',
].join(' ');

/** What stands at a path; the value of a resource locator is the value. */
function valueAt(parameters: BuiltNode['parameters'], path: string): unknown {
	const value = path.split('.').reduce<unknown>((inner, name) => (Object(inner) as Record<string, unknown>)[name], parameters);
	return Object(value) === value && '__rl' in (value as object) ? (value as { value: unknown }).value : value;
}

function fits(value: unknown, wanted: Wanted): boolean {
	if (wanted instanceof RegExp) return wanted.test(String(value));
	if (typeof wanted === 'object') return Array.isArray(value) && [...value].sort().join() === [...wanted].sort().join();
	return String(value) === String(wanted);
}

/** Whether each thing is right that is to be got right, with the sentence that says it where it is not. */
function* judge(wish: Wish, built: readonly BuiltNode[], catalogue: Catalogue): Generator<[right: boolean, sentence: string]> {
	for (const [index, { type, resource, operation, filled = {} }] of wish.workflow.entries()) {
		const node = built.at(index) ?? { type: 'nothing', parameters: {} };
		const { parameters } = node;
		const place = `Node ${index + 1}`;
		yield [[type].flat().includes(node.type), `${place} is ${node.type}; it should be ${[type].flat().join(' or ')}.`];
		const chosen = `${String(parameters.resource)}.${String(parameters.operation)}`;
		if (operation) yield [chosen === `${resource}.${operation}`, `${place} does ${chosen}; it should do ${resource}.${operation}.`];
		for (const [path, wanted] of Object.entries(filled)) {
			const value = valueAt(parameters, path);
			yield [fits(value, wanted), `${place} has ${path} ${JSON.stringify(value)}; it should be ${String(wanted)}.`];
		}
	}
	yield [built.length === wish.workflow.length, `There are ${built.length} nodes; there should be ${wish.workflow.length}.`];
	const problems = problemsIn(built, catalogue);
	yield [problems.length === 0, problems.join(' ')];
}

/** Lets a builder make what somebody wishes, and scores the last workflow that it has built by its structure. */
export async function build(wish: Wish, model: Model, catalogue: Catalogue): Promise<Built> {
	const deeds = await work(model, { instructions: INSTRUCTIONS, tools: builderTools }, wish.says, catalogue);
	const last = deeds.uses.findLast(({ tool }) => tool === BUILD);
	const points = [...judge(wish, nodesIn(last?.args.nodes), catalogue)];
	const wrong = points.filter(([right]) => !right).map(([, sentence]) => sentence);
	return { ...deeds, points: points.length - wrong.length, of: points.length, wrong };
}
