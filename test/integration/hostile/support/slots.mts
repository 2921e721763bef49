import type { IDataObject } from 'n8n-workflow';
import type { Field } from '../../../../nodes/Club/fields/field';
import type { AnyOperation } from '../../../../nodes/Club/operation';
import { locator } from '../../../support/node.mts';

/** A place in an operation's parameters that takes a value, by its path: `updateFields.phone`, `userId (email)`. */
export interface Slot {
	path: string;
	/** Parameters as they are, with an expression in this place. */
	put(parameters: IDataObject, expression: string): IDataObject;
	/** Whether what is put here goes to the API as it is, names included. */
	raw: boolean;
	/** The type of its field: `string`, `resourceLocator` ... */
	type: string;
	/** What is the same for slots that are checked alike, in whatever operation they are. */
	kind: string;
}

const RAW = new Set(['additionalProperties']);

const fieldsIn = (field: Field): Field[] => (field.options ?? []) as unknown as Field[];

const objectAt = (parameters: IDataObject, name: string): IDataObject => {
	const value = parameters[name];
	return typeof value === 'object' && value !== null ? (value as IDataObject) : {};
};

const slot = (field: Field, path: string, put: Slot['put']): Slot => ({
	path,
	put,
	raw: RAW.has(field.name),
	type: field.type,
	kind: JSON.stringify([path, field.type, field.required, field.typeOptions]),
});

/** A slot of a field in a group, as a slot of the parameters that hold the group. */
const within = (group: string, inner: Slot): Slot => ({
	...inner,
	path: `${group}.${inner.path}`,
	put: (parameters, expression) => ({ ...parameters, [group]: inner.put(objectAt(parameters, group), expression) }),
});

/** Fields that repeat, such as sensors: what is in one of them. */
function repeatedSlots(field: Field): Slot[] {
	const [group] = field.options as unknown as Array<{ name: string; values: Field[] }>;
	const put = (name: string) => (parameters: IDataObject, expression: string) => {
		const entry = Object.fromEntries(group.values.map((value) => [value.name, value.name === name ? expression : 'x']));
		return { ...parameters, [field.name]: { [group.name]: [entry] } };
	};
	return [
		slot(field, `${field.name}.${group.name}`, (parameters, expression) => ({ ...parameters, [field.name]: { [group.name]: expression } })),
		...group.values.map(({ name }) => slot(field, `${field.name}.${group.name}.${name}`, put(name))),
	];
}

function slotsOf(field: Field): Slot[] {
	const { name, type } = field;
	const whole = slot(field, name, (parameters, expression) => ({ ...parameters, [name]: expression }));
	if (type === 'collection')
		return [
			whole,
			...fieldsIn(field)
				.flatMap(slotsOf)
				.map((inner) => within(name, inner)),
		];
	if (type === 'fixedCollection') return [whole, ...repeatedSlots(field)];
	if (type !== 'resourceLocator') return [whole];
	const modes = (field.modes ?? []).map((mode) => mode.name as 'list' | 'id' | 'email');
	return [
		whole,
		...modes.map((mode) =>
			slot(field, `${name} (${mode})`, (parameters, expression) => ({ ...parameters, [name]: locator(mode, expression) })),
		),
	];
}

/** Every place of an operation's parameters: each parameter, each entry of its collections, each mode of its locators. */
export const slotsOfOperation = (operation: AnyOperation): Slot[] => {
	const slots = operation.allFields.flatMap(slotsOf);
	return [...new Map(slots.map((found) => [found.path, found])).values()];
};
