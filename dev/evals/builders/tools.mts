import type { IDataObject } from 'n8n-workflow';
import type { Tool } from '../tools.mts';
import type { Catalogue } from './catalogue.mts';
import { nodesIn, problemsIn } from './workflow.mts';

/** The name of the tool that a workflow is built with. */
export const BUILD = 'build_workflow';

const listOf = (properties: Record<string, { type: string }>) => ({
	type: 'object',
	properties,
	required: Object.keys(properties),
});

/** What a builder works with: n8n's two tools that show nodes, in its words, and one that takes the workflow. */
export const builderTools: ReadonlyArray<Tool<Catalogue>> = [
	{
		name: 'search_nodes',
		description:
			'Search for n8n nodes by service name, trigger type, or utility function. Returns node IDs, discriminators (resource/operation/mode), and related nodes needed for get_node_types.',
		parameters: { type: 'object', properties: { queries: { type: 'array', items: { type: 'string' } } }, required: ['queries'] },
		use: async (catalogue, { queries }) => catalogue.search([queries].flat().map(String)),
	},
	{
		name: 'get_node_types',
		description:
			'Get TypeScript type definitions for n8n nodes. Returns exact parameter names and structures. MUST be called before writing workflow code or configuring node-backed tools — guessing parameter names creates invalid configurations.',
		parameters: {
			type: 'object',
			properties: { nodeIds: { type: 'array', items: listOf({ nodeId: { type: 'string' } }) } },
			required: ['nodeIds'],
		},
		use: async (catalogue, { nodeIds }) => catalogue.types([nodeIds].flat().map((id) => String((id as IDataObject | null)?.nodeId ?? id))),
	},
	{
		name: BUILD,
		description: 'Build the workflow, in place of the one built before. Says what n8n finds wrong with it.',
		parameters: {
			type: 'object',
			properties: {
				nodes: {
					type: 'array',
					description: 'The nodes in the order in which they run; the first is the trigger',
					items: listOf({ type: { type: 'string' }, parameters: { type: 'object' } }),
				},
			},
			required: ['nodes'],
		},
		use: async (catalogue, { nodes }) => problemsIn(nodesIn(nodes), catalogue).join(' ') || 'Built. n8n finds nothing wrong.',
	},
];
