import type { IDataObject } from 'n8n-workflow';
import type { NodeSpec } from '../../../dev/host/workflow.mts';

/** A node that gives this JSON, or what an expression makes of each item. */
export const setTo = (name: string, jsonOutput: string): NodeSpec => ({
	name,
	type: 'n8n-nodes-base.set',
	typeVersion: 3.4,
	parameters: { mode: 'raw', jsonOutput, options: {} },
});

/** Nodes that give these items, one after the other in a line. */
export const rowsAsItems = (rows: IDataObject[]): NodeSpec[] => [
	setTo('Rows', JSON.stringify({ rows })),
	{ name: 'Split', type: 'n8n-nodes-base.splitOut', typeVersion: 1, parameters: { fieldToSplitOut: 'rows', options: {} } },
];
