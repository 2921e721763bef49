import type { IDataObject } from 'n8n-workflow';
import type { NodeSpec } from '../../../dev/host/workflow.mts';

/** Nodes that give these items, one after the other in a line. */
export const rowsAsItems = (rows: IDataObject[]): NodeSpec[] => [
	{
		name: 'Rows',
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: { mode: 'raw', jsonOutput: JSON.stringify({ rows }), options: {} },
	},
	{ name: 'Split', type: 'n8n-nodes-base.splitOut', typeVersion: 1, parameters: { fieldToSplitOut: 'rows', options: {} } },
];
