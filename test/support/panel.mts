import { NodeHelpers, type INodeParameters, type INodeProperties } from 'n8n-workflow';
import { Club } from '../../nodes/Club/Club.node.ts';

const { description } = new Club();

/** The Club node, or the tool that n8n makes of it. */
type Kind = 'node' | 'tool';

/** The fields that n8n shows for an operation, from top to bottom, as a new node has them. */
export function panelOf(resource: string, operation: string, kind: Kind = 'node'): INodeProperties[] {
	const type = kind === 'tool' ? { ...description, name: `${description.name}Tool` } : description;
	const node = { typeVersion: 1 };
	const chosen: INodeParameters = { resource, operation };
	const values = NodeHelpers.getNodeParameters(type.properties, chosen, true, false, node, type) ?? chosen;
	return type.properties.filter((field) => NodeHelpers.displayParameter(values, field, node, type));
}

/** The fields within a field: those of a collection, or of the groups of a fixed collection. */
export const fieldsIn = ({ type, options = [] }: INodeProperties): INodeProperties[] => {
	if (type === 'collection') return options as INodeProperties[];
	if (type === 'fixedCollection') return options.flatMap((group) => ('values' in group ? group.values : []));
	return [];
};

/** A field and all the fields within it. */
export const withinField = (field: INodeProperties): INodeProperties[] => [field, ...fieldsIn(field).flatMap(withinField)];
