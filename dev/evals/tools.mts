import type { FromAIArgument, IDataObject, INode } from 'n8n-workflow';
import { NodeHelpers, nodeNameToToolName, traverseNodeParameters } from 'n8n-workflow';
import { Club } from '../../nodes/Club/Club.node.ts';
import { runNode } from '../host/engine.mts';
import type { Sandbox } from '../../sandbox/index.mts';

/** The definition of a tool for a model, with a JSON Schema of its arguments. */
export interface ToolDefinition {
	name: string;
	description: string;
	parameters: { type: 'object'; properties: Record<string, { type: string; description?: string; items?: object }>; required: string[] };
}

/** A tool of an agent. */
export interface Tool extends ToolDefinition {
	/** Runs the tool. Returns the output of the node, or its error, as text for the model. */
	use(sandbox: Sandbox, args: IDataObject): Promise<string>;
}

const { description } = new Club();

/** Turns a node of a workflow into a tool, with n8n's name and description for it and its `$fromAI` arguments. */
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
