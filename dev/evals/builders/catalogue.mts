import { NodeTypeParser, searchCodeBuilderNodes } from '@n8n/ai-utilities/node-catalog';
import { generateNodeTypeFile } from '@n8n/workflow-sdk';
import type { INodeTypeDescription } from 'n8n-workflow';
import { Club } from '../../../nodes/Club/Club.node.ts';
import { ClubPollTrigger } from '../../../nodes/ClubPollTrigger/ClubPollTrigger.node.ts';
import { ClubTrigger } from '../../../nodes/ClubTrigger/ClubTrigger.node.ts';
import { neighbours } from './neighbours.mts';

/** The nodes of the pack as n8n knows them: with the name of the pack before theirs. Each call makes new ones, which a test may change. */
export const clubNodes = (): INodeTypeDescription[] =>
	[new Club(), new ClubTrigger(), new ClubPollTrigger()].map(({ description }) =>
		structuredClone({ ...description, name: `n8n-nodes-club.${description.name}` }),
	);

/**
 * What n8n tells a builder of workflows. Both texts come from the functions that n8n 2.41 calls for its MCP server and its assistant:
 * `searchCodeBuilderNodes` behind `search_nodes`, and `generateNodeTypeFile` behind `get_node_types` for nodes of the community.
 */
export class Catalogue {
	private readonly all: readonly INodeTypeDescription[];
	private readonly parser: NodeTypeParser;

	/** @param pack the nodes of the pack, beside which n8n's own neighbours stand */
	constructor(private readonly pack: readonly INodeTypeDescription[] = clubNodes()) {
		this.all = [...pack, ...neighbours];
		// It has the same types from an n8n-workflow of its own.
		this.parser = new NodeTypeParser([...this.all] as unknown as ConstructorParameters<typeof NodeTypeParser>[0]);
	}

	/** What `search_nodes` answers. */
	search(queries: readonly string[]): string {
		return searchCodeBuilderNodes(this.parser, [...queries]).results;
	}

	/** What `get_node_types` answers; n8n leaves out hidden parameters, and gives a community node whole. */
	types(ids: readonly string[]): string {
		const texts = ids.map((id) => {
			const found = this.all.find(({ name }) => name === id);
			if (!found) return `Node type '${id}' not found. Use search_nodes to find the correct node ID.`;
			const visible = { ...found, properties: found.properties.filter(({ type }) => type !== 'hidden') };
			return generateNodeTypeFile(visible as unknown as Parameters<typeof generateNodeTypeFile>[0]);
		});
		return texts.join('\n\n');
	}

	/** A node of the pack by its type; nothing for one that is not of it. */
	ofPack(type: string): INodeTypeDescription | undefined {
		return this.pack.find(({ name }) => name === type);
	}

	has(type: string): boolean {
		return this.all.some(({ name }) => name === type);
	}
}
