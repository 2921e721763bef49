import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { AnyOperation, Field, Resource } from './operation';
import { listFields, listOptions } from './list';

/** Options of every operation: what happens when the calls of the key are used up (§8). */
const rateOptions = [
	{
		displayName: 'Max Wait (Seconds)',
		name: 'maxWait',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 3600,
		displayOptions: { hide: { onRateLimit: ['fail'] } },
		description: 'Longest time that a call may wait for its turn',
	},
	{
		displayName: 'On Rate Limit',
		name: 'onRateLimit',
		type: 'options',
		options: [
			{ name: 'Fail', value: 'fail', description: 'Stop at once when the calls of this minute are used up' },
			{ name: 'Wait', value: 'wait', description: 'Wait until the club takes calls again, then go on' },
		],
		default: 'wait',
		description: 'What to do when the 50 calls a minute of the club key are used up',
	},
] as const satisfies readonly Field[];

const simplifyOption = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: false,
	description: 'Whether to return a simplified version of the response instead of the raw data',
} as const satisfies Field;

const isOptions = (field: Field): boolean => field.name === 'options';

/** All fields of an operation: its own, those of its kind, and the options that every operation has. */
export function allFields(operation: AnyOperation): Field[] {
	const own = operation.fields.filter((field) => !isOptions(field));
	const ownOptions = (operation.fields.find(isOptions)?.options ?? []) as readonly Field[];
	const options = [
		...ownOptions,
		...(operation.list ? listOptions : []),
		...(operation.simplify ? [simplifyOption] : []),
		...rateOptions,
	].sort((a, b) => a.displayName.localeCompare(b.displayName));
	const [filters, others] = [own.filter(({ name }) => name === 'filters'), own.filter(({ name }) => name !== 'filters')];
	return [
		...others,
		...(operation.list ? listFields : []),
		...filters,
		{ displayName: 'Options', name: 'options', type: 'collection', placeholder: 'Add option', default: {}, options: options as INodeProperties[] },
	];
}

/** A field of the panel, and the operations that show it. */
interface Shared {
	key: string;
	field: Field;
	operations: string[];
}

/** Adds the fields of an operation, sharing those that are there already where that keeps the operation's own order. */
function addFields(shown: Shared[], operation: AnyOperation): void {
	let next = shown.length;
	for (const field of allFields(operation).reverse()) {
		const key = JSON.stringify(field);
		const known = shown.slice(0, next).map((other) => other.key).lastIndexOf(key);
		if (known >= 0) {
			shown[known].operations.unshift(operation.value);
			next = known;
		} else {
			shown.splice(next, 0, { key, field, operations: [operation.value] });
		}
	}
}

/** The fields of a resource's operations, those that are alike shown once for all of them. */
function fieldsOf(resource: Resource): INodeProperties[] {
	const shown: Shared[] = [];
	for (const operation of resource.operations) addFields(shown, operation);
	return shown.map(({ field, operations }) => {
		const { displayOptions, ...rest } = field as INodeProperties;
		return { ...rest, displayOptions: { ...displayOptions, show: { resource: [resource.value], operation: operations, ...displayOptions?.show } } };
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

/** The panel of the node, generated from the registry: the two selectors and the fields of each operation. */
export function propertiesOf(resources: readonly Resource[]): INodeProperties[] {
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
		...resources.map(operationSelector),
		...resources.flatMap(fieldsOf),
	];
}
