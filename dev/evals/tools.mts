import type { FromAIArgument, IDataObject, INode } from 'n8n-workflow';
import { NodeHelpers, nodeNameToToolName, traverseNodeParameters } from 'n8n-workflow';
import { Club } from '../../nodes/Club/Club.node.ts';
import { runNode } from '../host/engine.mts';
import type { Sandbox } from '../../sandbox/index.mts';

/** What a model is told of a tool, in the form of JSON Schema. */
export interface ToolDefinition {
	name: string;
	description: string;
	parameters: { type: 'object'; properties: Record<string, { type: string; description?: string; items?: object }>; required: string[] };
}

/** A tool of an agent, in what it is used on: a Club node in a club. */
export interface Tool<Place = Sandbox> extends ToolDefinition {
	/** What the model reads of a use with these arguments: what the node gives, or in words why it gives nothing. */
	use(place: Place, args: IDataObject): Promise<string>;
}

const { description } = new Club();

/** Makes a node of a workflow a tool, with n8n's own name and description of it and the arguments that it leaves to the model. */
export function toolOf(node: Pick<INode, 'name' | 'parameters'>): Tool {
	const args: FromAIArgument[] = [];
	traverseNodeParameters(node.parameters, args);
	const properties = Object.fromEntries(args.map(({ key, type = 'string', description: text }) => [key, { type, description: text }]));
	const required = args.filter(({ defaultValue }) => defaultValue === undefined).map(({ key }) => key);
	return {
		name: nodeNameToToolName(node.name),
		description: NodeHelpers.getToolDescriptionForNode(node as INode, { description } as never),
		parameters: { type: 'object', properties, required },
		async use(sandbox, given) {
			const { rows, error } = await runNode({ sandbox, parameters: node.parameters as IDataObject, items: [given], tool: true });
			return JSON.stringify(error ? [{ error: error.message }] : rows);
		},
	};
}
