import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { Field } from './fields/field';
import { fieldsIn, panelProperty } from './fields/field';
import type { AnyOperation, Resource } from './operation';
import { givesRecords, mayWrite } from './operation';
import { dryRunOption, fieldsOption, listFields, listOptions, rateOptions, simplifyOption } from './fields/options';

/** Whether a field stands behind others: technical ones, and at the end the properties that have no field. */
const rankOf = ({ name, technical }: Field): number => (name === 'additionalProperties' ? 2 : Number(technical ?? false));

/** Sorts by rank, and by name. */
const inOrder = (a: Field, b: Field): number => rankOf(a) - rankOf(b) || a.displayName.localeCompare(b.displayName);

const group = (name: string, displayName: string, placeholder: string, options: readonly Field[]): Field => ({
	displayName,
	name,
	type: 'collection',
	placeholder,
	default: {},
	options,
});

/** A field as the panel shows it, with the fields of a group in order. */
const arranged = (field: Field): Field => (field.type === 'collection' ? { ...field, options: [...fieldsIn(field)].sort(inOrder) } : field);

/** All fields of an operation: its own, those of its kind, and the options of every operation. */
export function allFields(operation: AnyOperation): Field[] {
	const { list, simplify, fields } = operation;
	const within = (name: string) => fields.filter((field) => field.name === name).flatMap(fieldsIn);
	const filters = within('filters');
	const options = [
		...within('options'),
		...(list ? listOptions : []),
		...(simplify ? [simplifyOption] : []),
		...(givesRecords(operation) ? [fieldsOption] : []),
		...(mayWrite(operation) ? [dryRunOption] : []),
		...rateOptions,
	];
	return [
		...fields.filter(({ name }) => name !== 'options' && name !== 'filters'),
		...(list ? listFields : []),
		...(filters.length > 0 ? [group('filters', 'Filters', 'Add filter', filters)] : []),
		group('options', 'Options', 'Add option', options),
	].map(arranged);
}

/** A field of the panel, and the operations that show it. */
interface Shared {
	key: string;
	field: Field;
	operations: string[];
}

/** Adds the fields of an operation. A field that is already there is shared, unless that would change the operation's own order. */
function addFields(shown: Shared[], operation: AnyOperation): void {
	let next = shown.length;
	for (const field of allFields(operation).reverse()) {
		const key = JSON.stringify(field);
		const known = shown
			.slice(0, next)
			.map((other) => other.key)
			.lastIndexOf(key);
		if (known >= 0) {
			shown[known].operations.unshift(operation.value);
			next = known;
		} else {
			shown.splice(next, 0, { key, field, operations: [operation.value] });
		}
	}
}

/** The fields of a resource's operations. Equal fields appear once, for all operations that have them. */
function fieldsOf(resource: Resource): INodeProperties[] {
	const shown: Shared[] = [];
	for (const operation of resource.operations) addFields(shown, operation);
	return shown.map(({ field, operations }) => {
		const { displayOptions, ...rest } = panelProperty(field);
		return {
			...rest,
			displayOptions: { ...displayOptions, show: { resource: [resource.value], operation: operations, ...displayOptions?.show } },
		};
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

/** The notices that users see before an operation runs. */
const noticesOf = ({ value: resource, operations }: Resource): INodeProperties[] =>
	operations.flatMap(({ value, notice }) =>
		notice === undefined
			? []
			: [
					{
						displayName: notice,
						name: `${value}Notice`,
						type: 'notice',
						default: '',
						displayOptions: { show: { resource: [resource], operation: [value] } },
					},
				],
	);

/** The choice that n8n adds to both selectors of a node with a credential. */
const CUSTOM_API_CALL = '__CUSTOM_API_CALL__';

/** Points from n8n's custom API call to Club > Make API Call, since the former has no rate limiting or retries. */
const customCallNotice = (selector: 'resource' | 'operation'): INodeProperties => ({
	displayName:
		'A custom API call bypasses the rate limiting, the retries and the error messages of this node. Use "Club" and its operation "Make API Call" instead.',
	name: `${selector}Notice`,
	type: 'notice',
	default: '',
	displayOptions: { show: { [selector]: [CUSTOM_API_CALL] } },
});

/** The panel of the node, generated from the registry: both selectors and the fields of each operation. */
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

/** The action text of each operation, by `resource.operation`. */
export const actionsOf = (resources: readonly Resource[]): Record<string, string> =>
	Object.fromEntries(
		resources.flatMap(({ value, operations }) => operations.map((operation) => [`${value}.${operation.value}`, operation.action])),
	);
