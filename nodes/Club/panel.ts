import type { IDisplayOptions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { panelProperty, type Field } from './fields/field';
import type { Resource } from './operation';

/**
 * The fields of a resource's operations. Equal fields appear once, for all operations that have them, unless that would change the order
 * of an operation's own fields.
 */
function fieldsOf(resource: Resource): INodeProperties[] {
	const entries: Array<{ key: string; field: Field; operations: string[] }> = [];
	for (const operation of resource.operations) {
		let next = entries.length;
		for (const field of [...operation.allFields].reverse()) {
			const key = JSON.stringify(field);
			const keys = entries.slice(0, next).map((other) => other.key);
			const index = keys.lastIndexOf(key);
			if (index >= 0) {
				entries[index].operations.unshift(operation.value);
				next = index;
			} else {
				entries.splice(next, 0, { key, field, operations: [operation.value] });
			}
		}
	}
	return entries.map(({ field, operations }) => {
		const { displayOptions, ...rest } = panelProperty(field);
		const show = { resource: [resource.value], operation: operations, ...displayOptions?.show };
		return { ...rest, displayOptions: { ...displayOptions, show } };
	});
}

function operationSelector({ value, operations }: Resource): INodeProperties {
	const options: INodePropertyOptions[] = operations
		.map((operation) => ({ name: operation.name, value: operation.value, action: operation.action, description: operation.description }))
		.sort((a, b) => a.name.localeCompare(b.name));
	const { value: preferred } = operations.find((operation) => operation.value === 'getAll') ?? operations[0];
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [value] } },
		options,
		default: preferred,
	};
}

const noticeProperty = (displayName: string, name: string, show: IDisplayOptions['show']): INodeProperties => ({
	displayName,
	name: `${name}Notice`,
	type: 'notice',
	default: '',
	displayOptions: { show },
});

const noticesOf = ({ value: resource, operations }: Resource): INodeProperties[] =>
	operations.flatMap(({ value, notice }) =>
		notice === undefined ? [] : [noticeProperty(notice, value, { resource: [resource], operation: [value] })],
	);

const CUSTOM_API_CALL = '__CUSTOM_API_CALL__';

/** Points from n8n's custom API call to Club > Make API Call, since the former has no rate limiting or retries. */
const customCallNotice = (selector: 'resource' | 'operation'): INodeProperties =>
	noticeProperty(
		'A custom API call goes around the pacing, retries and error messages of this node. Use "Club" and its operation "Make API Call" instead.',
		selector,
		{ [selector]: [CUSTOM_API_CALL] },
	);

export function nodeProperties(resources: readonly Resource[]): INodeProperties[] {
	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: [...resources]
				.sort((a, b) => a.name.localeCompare(b.name))
				.map(({ name, value, description }) => ({ name, value, description })),
			default: 'athlete',
		},
		customCallNotice('resource'),
		...resources.map(operationSelector),
		customCallNotice('operation'),
		...resources.flatMap(noticesOf),
		...resources.flatMap(fieldsOf),
	];
}

export const actionsOf = (resources: readonly Resource[]): Record<string, string> =>
	Object.fromEntries(
		resources.flatMap(({ value, operations }) => operations.map((operation) => [`${value}.${operation.value}`, operation.action])),
	);
