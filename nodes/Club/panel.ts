import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { Field } from './field';
import { fieldsIn, propertyOf } from './field';
import type { AnyOperation, Resource } from './operation';
import { listFields, listOptions, rateOptions, simplifyOption } from './options';

const isOptions = (field: Field): boolean => field.name === 'options';

/** All fields of an operation: its own, those of its kind, and the options that every operation has. */
export function allFields(operation: AnyOperation): Field[] {
	const own = operation.fields.filter((field) => !isOptions(field));
	const options: readonly Field[] = [
		...operation.fields.filter(isOptions).flatMap(fieldsIn),
		...(operation.list ? listOptions : []),
		...(operation.simplify ? [simplifyOption] : []),
		...rateOptions,
	].sort((a, b) => a.displayName.localeCompare(b.displayName));
	const [filters, others] = [own.filter(({ name }) => name === 'filters'), own.filter(({ name }) => name !== 'filters')];
	return [
		...others,
		...(operation.list ? listFields : []),
		...filters,
		{ displayName: 'Options', name: 'options', type: 'collection', placeholder: 'Add option', default: {}, options },
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
		const { displayOptions, ...rest } = propertyOf(field);
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
