import type { IDataObject } from 'n8n-workflow';
import { locator } from '../../host/engine.mts';
import type { Model, Turn } from '../agent.mts';
import { usesIn } from '../agent.mts';
import type { Ability, Parameter } from './texts.mts';
import { abilitiesIn, eventsIn, parametersIn } from './texts.mts';
import { BUILD } from './tools.mts';
import type { BuiltNode } from './workflow.mts';
import { bestOf } from './words.mts';

/** What a value is, in words of the wish, and the value. */
type Given = Readonly<Record<string, unknown>>;

/** A node that a wish asks for, in words of the wish: what starts the workflow, or what is done then. */
export interface Step {
	starts: boolean;
	words: string;
	given: Given;
}

/** What starts the workflow. */
export const when = (words: string, given: Given = {}): Step => ({ starts: true, words, given });

/** What is done then. */
export const then = (words: string, given: Given = {}): Step => ({ starts: false, words, given });

const BY_HAND = 'clicking a button';

const stepsOf = (steps: readonly Step[]): Step[] => (steps[0].starts ? [...steps] : [when(BY_HAND), ...steps]);

/** What the words of a step mean among what n8n shows; nothing where no text has any of them. */
function chosenFor({ starts, words }: Step, wish: string, abilities: readonly Ability[], types: string): Ability | undefined {
	const fitting = abilities.filter(({ isTrigger }) => isTrigger === starts);
	const events = fitting.flatMap((trigger) => eventsIn(types, trigger));
	const best = bestOf(
		[...fitting.filter(({ type }) => events.every((event) => event.type !== type)), ...events],
		({ text }) => text,
		words,
	);
	if (!best?.event) return best;
	// Both triggers may have it: what is said of the triggers themselves decides, and then the order in which n8n shows them.
	const rivals = fitting.filter(({ type }) => events.some((other) => other.type === type && other.event === best.event));
	const trigger = bestOf(rivals, ({ text }) => text, wish) ?? rivals[0];
	return events.find(({ type, event }) => type === trigger.type && event === best.event);
}

/** The types of parameters that take a value of JavaScript's; a resource locator takes an ID and an address. */
const TAKES: Readonly<Record<string, RegExp>> = { boolean: /^boolean/, number: /^(number|{ __rl)/, string: /^(?!boolean|number|Array)/ };

/** A value as a parameter of this type takes it. */
function valueFor({ type }: Parameter, value: unknown): unknown {
	if (!type.startsWith('{ __rl')) return value;
	return locator(String(value).includes('@') ? 'email' : 'id', value as string | number);
}

function nodeOf({ type, resource, operation, event }: Ability, { given }: Step, types: string): BuiltNode {
	const parameters: IDataObject = { ...(operation && { resource, operation }), ...(event && { events: [event] }) };
	const known = parametersIn(types, { type, resource, operation }).filter((parameter) => !parameter.type.endsWith('{'));
	for (const [words, value] of Object.entries(given)) {
		const fitting = known.filter((parameter) => TAKES[typeof value].test(parameter.type));
		const parameter = bestOf(fitting, ({ text }) => text, words);
		const [last, ...outer] = (parameter?.path ?? words).split('.').reverse();
		const group = outer.reduceRight<IDataObject>((inner, name) => (inner[name] ??= {}) as IDataObject, parameters);
		group[last] = (parameter ? valueFor(parameter, value) : value) as IDataObject[string];
	}
	return { type, parameters };
}

const typesOf = (abilities: readonly Ability[]): string[] => [...new Set(abilities.map(({ type }) => type))];

/** The answers of a tool so far. */
const answersOf = (turns: readonly Turn[], tool: string): string =>
	usesIn(turns)
		.filter((use) => use.tool === tool)
		.map(({ answer }) => answer)
		.join('\n');

/**
 * A builder that knows nothing of the club. It takes the steps of a wish in the wish's own words, and for each word counts where n8n's
 * texts have it: the description of an operation, the hint of an event, the comment of a parameter. No name tells it anything.
 */
export function scriptedBuilder(script: readonly Step[]): Model {
	const steps = stepsOf(script);
	return {
		async next(_instructions, wish, _tools, turns) {
			const abilities = abilitiesIn(answersOf(turns, 'search_nodes'));
			if (turns.length === 0)
				return { uses: [{ id: '1', tool: 'search_nodes', args: { queries: ['club', ...steps.map(({ words }) => words)] } }] };
			if (turns.length === 1)
				return { uses: [{ id: '2', tool: 'get_node_types', args: { nodeIds: typesOf(abilities).map((nodeId) => ({ nodeId })) } }] };
			if (turns.length > 2) return { answer: 'Built.' };
			const types = answersOf(turns, 'get_node_types');
			const nodes = steps.flatMap((step) => {
				const chosen = chosenFor(step, wish, abilities, types);
				return chosen ? [nodeOf(chosen, step, types)] : [];
			});
			return { uses: [{ id: '3', tool: BUILD, args: { nodes: nodes as unknown as IDataObject[] } }] };
		},
	};
}
