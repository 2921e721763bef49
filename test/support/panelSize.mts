import { formatNodeResult, NodeTypeParser } from '@n8n/ai-utilities/node-catalog';
import type { INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';
import { withinField } from './panel.mts';

/** How much a node has to read, for the eye and for an AI builder. */
export interface PanelSize {
	/** The entries of the drop-down lists. */
	resources: INodePropertyOptions[];
	operations: INodePropertyOptions[];
	/** All fields: the properties of the description and those within collections, notices among them. */
	fields: number;
	notices: number;
	/** Characters of one hit of n8n's node search. */
	hit: number;
}

const entriesOf = ({ properties }: INodeTypeDescription, list: string): INodePropertyOptions[] =>
	properties.filter(({ name }) => name === list).flatMap(({ options }) => options as INodePropertyOptions[]);

/** What n8n's own code answers for a node that a search has found. */
function hitOf(description: INodeTypeDescription): string {
	const node = { ...description, name: `n8n-nodes-club.${description.name}` };
	// It has the same types from an n8n-workflow of its own.
	const parser = new NodeTypeParser([node] as unknown as ConstructorParameters<typeof NodeTypeParser>[0]);
	return formatNodeResult(parser, node.name)!;
}

export function panelSizeOf(description: INodeTypeDescription): PanelSize {
	const fields = description.properties.flatMap(withinField);
	return {
		resources: entriesOf(description, 'resource'),
		operations: entriesOf(description, 'operation'),
		fields: fields.length,
		notices: fields.filter(({ type }) => type === 'notice').length,
		hit: hitOf(description).length,
	};
}

/** The characters of the descriptions of entries, the shortest first. */
const lengthsOf = (entries: readonly INodePropertyOptions[]): number[] =>
	entries.map(({ description = '' }) => description.length).sort((one, other) => one - other);

export const longest = (entries: readonly INodePropertyOptions[]): number => Math.max(0, ...lengthsOf(entries));

/** The mean of the characters of the descriptions; 0 where there are no entries. */
export const mean = (entries: readonly INodePropertyOptions[]): number =>
	lengthsOf(entries).reduce((sum, length) => sum + length, 0) / Math.max(1, entries.length);

const median = (entries: readonly INodePropertyOptions[]): number => lengthsOf(entries)[Math.floor(entries.length / 2)] ?? 0;

/** A table of the sizes, to print. */
export function tableOf(nodes: readonly INodeTypeDescription[]): string {
	const rows = nodes.map((node) => {
		const { resources, operations, fields, notices, hit } = panelSizeOf(node);
		const texts = `${median(operations)} / ${mean(operations).toFixed(0)} / ${longest(operations)}`;
		return [node.defaults.name, resources.length, operations.length, texts, longest(resources), fields, notices, hit].map(String);
	});
	const head = ['node', 'resources', 'operations', 'text of one: median / mean / most', 'of a resource', 'fields', 'notices', 'search hit'];
	const table = [head, ...rows];
	const widths = head.map((_, column) => Math.max(...table.map((row) => row[column].length)));
	return table.map((row) => row.map((cell, column) => cell.padEnd(widths[column])).join('  ')).join('\n');
}
