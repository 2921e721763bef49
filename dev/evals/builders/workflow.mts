import type { IDataObject, INode, INodeParameters, INodeTypeDescription } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import type { Catalogue } from './catalogue.mts';

/** A node of a workflow that a builder has made; each feeds the one after it. */
export interface BuiltNode {
	type: string;
	parameters: IDataObject;
}

/** The nodes of an argument, whatever a model has written there. */
export const nodesIn = (nodes: unknown): BuiltNode[] =>
	(Array.isArray(nodes) ? (nodes as Array<Partial<BuiltNode> | null>) : []).map((node) => ({
		type: String(node?.type),
		parameters: Object(node?.parameters ?? {}) as IDataObject,
	}));

/** The paths of what is filled in, without the insides of values that are one to n8n. */
const pathsOf = (value: unknown, path = ''): string[] =>
	typeof value === 'object' && value !== null && !Array.isArray(value) && !('__rl' in value)
		? Object.entries(value).flatMap(([name, inner]) => pathsOf(inner, path ? `${path}.${name}` : name))
		: [path];

/** Parameters that the node does not have for this operation, and required ones that are missing, each as a sentence. */
function problemsOf({ type, parameters }: BuiltNode, description: INodeTypeDescription): string[] {
	const version = [description.version].flat().at(-1)!;
	const node: INode = { id: '1', name: type, type, typeVersion: version, position: [0, 0], parameters: parameters as INodeParameters };
	const kept = NodeHelpers.getNodeParameters(description.properties, node.parameters, true, false, node, description) ?? {};
	const known = new Set(pathsOf(kept));
	const issues = NodeHelpers.getNodeParametersIssues(description.properties, { ...node, parameters: kept }, description);
	return [
		...pathsOf(parameters)
			.filter((path) => path && !known.has(path))
			.map((path) => `${type} has no parameter ${path} there.`),
		...Object.values(issues?.parameters ?? {}).flat(),
	];
}

/** What n8n would find wrong with a workflow before it runs, each as a sentence; nodes of others are not looked into. */
export function problemsIn(nodes: readonly BuiltNode[], catalogue: Catalogue): string[] {
	if (nodes.length === 0) return ['There are no nodes.'];
	return nodes.flatMap((node) => {
		const description = catalogue.ofPack(node.type);
		try {
			if (description) return problemsOf(node, description);
		} catch {
			// n8n itself stumbles over a group of fields that is no list where it must be one.
			return [`The parameters of ${node.type} have another form than its types say.`];
		}
		return catalogue.has(node.type) ? [] : [`There is no node ${node.type}.`];
	});
}
