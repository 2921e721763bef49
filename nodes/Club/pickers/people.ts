import { personName } from '../../shared/api/facts';
import type { IDataObject, INodeListSearchItems, ILoadOptionsFunctions } from 'n8n-workflow';
import type { Call, EmailLookUp } from '../../shared/api/endpoints';
import { textOf } from '../../shared/api/json';
import { isEmail } from '../fields/checks';
import type { Field } from '../fields/field';
import type { Picker, PickerReader, Scope } from './picker';
import { byEmailMode, byIdMode } from './picker';

/** A person, distinct from others of the same name: name and address, or the ID if the club shows no address. */
export function fullNameOf(row: IDataObject): string {
	const [name, address, id] = [personName(row), textOf(row.Email), String(row.UserId)];
	return name ? `${name} (${address || id})` : address || `Athlete ${id}`;
}

/** A person in a drop-down. */
export const personItem = (row: IDataObject): INodeListSearchItems => ({ name: fullNameOf(row), value: row.UserId as number });

/** A phone number in the forms that people type: as written, its digits, and without its country code of one to three digits. */
export function phoneOf({ Phone }: IDataObject): string {
	const digits = textOf(Phone).replace(/\D/g, '');
	const national = /^(\+|00)/.test(textOf(Phone).trim()) ? [1, 2, 3].map((prefix) => `0${digits.slice(prefix)}`) : [];
	return digits && [textOf(Phone), digits, ...national].join(' ');
}

/** Finds a person by ID or address with one call, whatever the size of the club. */
const byIdOrEmail =
	(byId: Call, byEmail: EmailLookUp): Picker['exact'] =>
	(text) => {
		if (/^\d{1,10}$/.test(text)) return { call: byId, params: { userId: text } };
		return isEmail(text) ? { call: byEmail, query: { email: text } } : undefined;
	};

/** A person among others of the same name, as short as possible: the name alone, or with the part of the address that differs. */
export function nameAmong(row: IDataObject, namesakes: readonly IDataObject[]): string {
	const localPart = ({ Email }: IDataObject): string => textOf(Email).split('@')[0];
	if (namesakes.length < 2) return personName(row);
	const isUnique = localPart(row) !== '' && namesakes.filter((other) => localPart(other) === localPart(row)).length === 1;
	return isUnique ? `${personName(row)} (${localPart(row)}@…)` : fullNameOf(row);
}

/** The athletes with these IDs, by ID, if the first pages of the list contain them; and all athletes of these pages, by name. */
export async function athletesById(
	ids: Iterable<unknown>,
	reader: PickerReader,
): Promise<{ found: Map<unknown, IDataObject>; byName: Map<string, IDataObject[]> }> {
	const requested = new Set(ids);
	const found = new Map<unknown, IDataObject>();
	const byName = new Map<string, IDataObject[]>();
	if (requested.size === 0) return { found, byName };
	for await (const rows of reader.pages('GET /Athletes')) {
		for (const row of rows) {
			byName.set(personName(row), [...(byName.get(personName(row)) ?? []), row]);
			if (requested.has(row.UserId)) found.set(row.UserId, row);
		}
		if (found.size === requested.size) break;
	}
	return { found, byName };
}

/** The athletes of the club (§4.2). */
export const athletes: Picker = {
	call: 'GET /Athletes',
	item: personItem,
	further: phoneOf,
	exact: byIdOrEmail('GET /Athletes/{userId}', 'GET /Athletes/ByEmail'),
};

/** The athlete of an operation. */
export const athlete = {
	displayName: 'Athlete',
	name: 'userId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description:
		'The athlete, chosen from the list, by ID, e.g. 4711, which Athlete > Search gives, or by email address, e.g. nathan@example.com.',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select an athlete...',
			typeOptions: {
				searchListMethod: 'searchAthletes',
				searchable: true,
				slowLoadNotice: {
					message: 'A large club takes a while. To find a person right away, type their email address or ID.',
					timeout: 3000,
				},
			},
		},
		byIdMode,
		byEmailMode,
	],
} as const satisfies Field;

/** The athlete as an optional filter. */
export const athleteFilter = { ...athlete, required: false } as const satisfies Field;

/** The contacts of the club (§4.8). */
export const contacts: Picker = {
	call: 'GET /Contacts',
	item: personItem,
	further: phoneOf,
	exact: byIdOrEmail('GET /Contacts/{userId}', 'GET /Contacts/ByEmail'),
};

/** The contact of an operation. */
export const contact = {
	displayName: 'Contact',
	name: 'userId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description:
		'The contact, chosen from the list, by ID, e.g. 4711, which Contact > Search gives, or by email address, e.g. nathan@example.com.',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a contact...',
			typeOptions: {
				searchListMethod: 'searchContacts',
				searchable: true,
				slowLoadNotice: {
					message: 'A large club takes a while. To find a person right away, type their email address or ID.',
					timeout: 3000,
				},
			},
		},
		byIdMode,
		byEmailMode,
	],
} as const satisfies Field;

/** The class chosen in the panel; all athletes if none is chosen. */
function classOf(functions: ILoadOptionsFunctions): Scope {
	const chosen = functions.getCurrentNodeParameter('classId') as IDataObject | undefined;
	const id = String(chosen?.value ?? '');
	return /^[1-9]\d{0,9}$/.test(id) ? { params: { classId: id } } : { call: 'GET /Athletes' };
}

/** The participants of the chosen class and its queue (§4.8), by name. */
export const participants: Picker = {
	call: 'GET /Classes/{classId}/Participants',
	scope: classOf,
	item: personItem,
	further: phoneOf,
	async complete(rows, reader) {
		const { found } = await athletesById(
			rows.map(({ UserId }) => UserId),
			reader,
		);
		return rows.map((row) => found.get(row.UserId) ?? row);
	},
	exact: (text) => (isEmail(text) ? { call: 'GET /Athletes/ByEmail', query: { email: text } } : undefined),
	lookUp: 'GET /Athletes/ByEmail',
};

/** A participant of the class of an operation. */
export const participant = {
	...athlete,
	description:
		'The athlete who takes part in the class, chosen from the list, by ID, e.g. 4711, which Class > Get Participants gives, or by email address, e.g. nathan@example.com',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a participant...',
			typeOptions: {
				searchListMethod: 'searchParticipants',
				searchable: true,
				slowLoadNotice: { message: 'A large club takes a while. To find a person right away, type their email address.', timeout: 3000 },
			},
		},
		byIdMode,
		byEmailMode,
	],
} as const satisfies Field;
