import type { INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';
import { withinField } from './panel.mts';

/** How much a node has to read, for the eye and for an AI builder. */
export interface PanelSize {
	resources: INodePropertyOptions[];
	operations: INodePropertyOptions[];
	/** All fields: the properties of the description and those within collections, notices among them. */
	fields: number;
	notices: number;
}

const entriesOf = ({ properties }: INodeTypeDescription, list: string): INodePropertyOptions[] =>
	properties.filter(({ name }) => name === list).flatMap(({ options }) => options as INodePropertyOptions[]);

export function panelSizeOf(description: INodeTypeDescription): PanelSize {
	const fields = description.properties.flatMap(withinField);
	return {
		resources: entriesOf(description, 'resource'),
		operations: entriesOf(description, 'operation'),
		fields: fields.length,
		notices: fields.filter(({ type }) => type === 'notice').length,
	};
}

/** The mean of the characters of the descriptions; 0 where there are no entries. */
export const mean = (entries: readonly INodePropertyOptions[]): number =>
	entries.reduce((sum, { description = '' }) => sum + description.length, 0) / Math.max(1, entries.length);
