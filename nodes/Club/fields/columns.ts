import type { IDataObject } from 'n8n-workflow';
import { fold } from '../../shared/api/text';
import { InvalidInput } from '../../shared/transport/errors';
import { fieldsIn, type Field } from './field';
import { isBlank } from './checks';

export const AUTO_MAP = 'autoMapInputData';

export const dataToSend = {
	displayName: 'Data to Send',
	name: 'dataToSend',
	type: 'options',
	options: [
		{ name: 'Auto-Map Input Data to Fields', value: AUTO_MAP, description: 'Use when the input has the names of the fields' },
		{ name: 'Define Below for Each Field', value: 'defineBelow', description: 'Set the value of each field' },
	],
	default: 'defineBelow',
	api: false,
	description: 'Whether to take the values from the columns of the input or to set them here',
} as const satisfies Field;

export const inputsToIgnore = {
	displayName: 'Inputs to Ignore',
	name: 'inputsToIgnore',
	type: 'string',
	default: '',
	placeholder: 'e.g. Notes, row_number',
	displayOptions: { show: { dataToSend: [AUTO_MAP] } },
	api: false,
	description:
		'Columns that are not for the club, separated by commas, e.g. Notes, row_number. All others must have the label or name of a field.',
} as const satisfies Field;

export const DEFINED_BELOW = { hide: { dataToSend: [AUTO_MAP] } } as const;

const plain = (name: string): string => fold(name).replace(/[\s_.\p{Pd}]/gu, '');

const namesOf = ({ name, displayName }: Field): string[] => [name, displayName].map(plain);

/** Other names that address books and forms have for a field. The columns are refused, since nobody but their owner knows it. */
const OTHER_NAMES: ReadonlyMap<string, readonly string[]> = new Map([
	['email', ['Email Address', 'Mail', 'Mail Address']],
	['firstMidName', ['Given Name', 'Forename', 'First', 'Vorname']],
	['lastName', ['Family Name', 'Surname', 'Last', 'Nachname']],
	['phone', ['Phone Number', 'Mobile', 'Mobile Phone', 'Mobile Number', 'Cell', 'Cell Phone', 'Tel', 'Telephone', 'Handy', 'Telefon']],
	['birthDate', ['Birthday', 'Date of Birth', 'DOB', 'Geburtstag', 'Geburtsdatum']],
	['gender', ['Sex', 'Geschlecht']],
	['clientStage', ['Stage']],
]);

function unknownText(column: string, fields: readonly Field[]): string {
	const meant = fields.find(({ name }) => OTHER_NAMES.get(name)?.some((other) => plain(other) === plain(column)));
	return `"${column}"${meant ? ` (use "${meant.displayName}")` : ''}`;
}

export class WrongColumns extends InvalidInput {}

function repeated(value: unknown, field: Field): IDataObject {
	const [group] = (field.options ?? []) as ReadonlyArray<{ name: string; values: readonly Field[] }>;
	if (!Array.isArray(value))
		throw new InvalidInput(`"${field.displayName}" must be a list`, `Correct "${field.displayName}". Nothing was sent.`);
	return { [group.name]: (value as IDataObject[]).map((entry) => valuesOf(entry, group.values)) };
}

/**
 * The values of columns by the names of their fields.
 * @throws InvalidInput for a column without a field, and for two columns of one field: a value would be lost
 */
function valuesOf(item: IDataObject, fields: readonly Field[]): IDataObject {
	const values: IDataObject = {};
	const fieldFor = (column: string) => fields.find((field) => namesOf(field).includes(plain(column)));
	const unknown = Object.keys(item).filter((column) => !fieldFor(column));
	if (unknown.length > 0) {
		throw new WrongColumns(
			`No field has the name of ${unknown.map((column) => unknownText(column, fields)).join(', ')}`,
			'Rename these columns, or add them to "Inputs to Ignore". Nothing was sent.',
		);
	}
	for (const [column, value] of Object.entries(item)) {
		const field = fieldFor(column) as Field;
		if (field.name in values) {
			throw new WrongColumns(
				`Two columns are for "${field.displayName}"`,
				`Add "${column}" to "Inputs to Ignore", or rename it. Nothing was sent.`,
			);
		}
		values[field.name] = field.type === 'fixedCollection' && !isBlank(value) ? repeated(value, field) : value;
	}
	return values;
}

/**
 * The parameters of an operation from the columns of an item: each column whose name is a label or a name of a field, which is also that
 * of the API.
 * @param ignored the columns to leave out, separated by commas
 */
export function fromColumns(item: IDataObject, fields: readonly Field[], ignored: unknown): IDataObject {
	const own = fields.filter(({ type, api }) => type !== 'collection' && api !== false);
	const group = fields.filter(({ name }) => name === 'additionalFields').flatMap(fieldsIn);
	// The name of a column may have a comma itself.
	const listOf = (names: unknown): string =>
		`,${String(names ?? '')
			.split(',')
			.map(plain)
			.join(',')},`;
	// A file whose rows end with a separator has a column without a name.
	const isIgnored = (column: string, value: unknown): boolean =>
		plain(column) === '' ? isBlank(value) : listOf(ignored).includes(listOf(column));
	const columns = Object.entries(item).filter(([column, value]) => !isIgnored(column, value));
	const values = valuesOf(Object.fromEntries(columns), [...own, ...group]);
	// The panel's group takes its own fields from all values.
	return { ...values, additionalFields: values };
}
