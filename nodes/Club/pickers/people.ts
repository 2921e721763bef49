import type { IDataObject, INodeListSearchItems, ILoadOptionsFunctions } from 'n8n-workflow';
import type { Call, EmailLookUp } from '../../shared/api/endpoints';
import { textOf } from '../../shared/transport/json';
import { isEmail } from '../values';
import type { Field } from '../field';
import type { Picker, PickerReader, Scope } from './picker';
import { byEmailMode, byIdMode } from './picker';

/** How others call a person; nothing where the club does not tell. */
export const personName = (row: IDataObject): string => [row.FirstMidName, row.LastName].map(textOf).filter(Boolean).join(' ');

/** A person whom nobody takes for another one of the same name: name and address, or the ID where the club gives no address. */
export function fullNameOf(row: IDataObject): string {
	const [name, address, id] = [personName(row), textOf(row.Email), String(row.UserId)];
	return name ? `${name} (${address || id})` : address || `Athlete ${id}`;
}

/** A person in a drop-down. */
export const personItem = (row: IDataObject): INodeListSearchItems => ({ name: fullNameOf(row), value: row.UserId as number });

/** A phone number in the ways in which people type it: its digits, and those within the country, whose prefix has one to three. */
export function phoneOf({ Phone }: IDataObject): string {
	const digits = textOf(Phone).replace(/\D/g, '');
	const within = /^(\+|00)/.test(textOf(Phone).trim()) ? [1, 2, 3].map((prefix) => `0${digits.slice(prefix)}`) : [];
	return digits && [textOf(Phone), digits, ...within].join(' ');
}

/** Finds a person by an id or an address with one call, whatever the size of the club. */
const exactly =
	(byId: Call, byEmail: EmailLookUp): Picker['exact'] =>
	(text) => {
		if (/^\d{1,10}$/.test(text)) return { call: byId, params: { userId: text } };
		return isEmail(text) ? { call: byEmail, query: { email: text } } : undefined;
	};

/** A person among those of the same name, as short as he is told from them: by name alone, or with what tells him apart of his address. */
export function nameAmong(row: IDataObject, namesakes: readonly IDataObject[]): string {
	const somebody = ({ Email }: IDataObject): string => textOf(Email).split('@')[0];
	if (namesakes.length < 2) return personName(row);
	const hasName = somebody(row) !== '' && namesakes.filter((other) => somebody(other) === somebody(row)).length === 1;
	return hasName ? `${personName(row)} (${somebody(row)}@…)` : fullNameOf(row);
}

/** The athletes with these ids, by id, as far as the first pages of the list hold them; and all of these pages by their names. */
export async function athletesById(
	ids: Iterable<unknown>,
	reader: PickerReader,
): Promise<{ found: Map<unknown, IDataObject>; byName: Map<string, IDataObject[]> }> {
	const wanted = new Set(ids);
	const found = new Map<unknown, IDataObject>();
	const byName = new Map<string, IDataObject[]>();
	if (wanted.size === 0) return { found, byName };
	for await (const rows of reader.pages('GET /Athletes')) {
		for (const row of rows) {
			byName.set(personName(row), [...(byName.get(personName(row)) ?? []), row]);
			if (wanted.has(row.UserId)) found.set(row.UserId, row);
		}
		if (found.size === wanted.size) break;
	}
	return { found, byName };
}

/** The athletes of the club (§4.2). */
export const athletes: Picker = {
	call: 'GET /Athletes',
	item: personItem,
	further: phoneOf,
	exact: exactly('GET /Athletes/{userId}', 'GET /Athletes/ByEmail'),
};

/** The athlete that an operation is about. */
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

/** The athlete as a filter, which may be left out. */
export const athleteFilter = { ...athlete, required: false } as const satisfies Field;

/** The contacts of the club (§4.8). */
export const contacts: Picker = {
	call: 'GET /Contacts',
	item: personItem,
	further: phoneOf,
	exact: exactly('GET /Contacts/{userId}', 'GET /Contacts/ByEmail'),
};

/** The contact that an operation is about. */
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

/** The class chosen in the panel; all athletes where none is. */
function classOf(functions: ILoadOptionsFunctions): Scope {
	const chosen = functions.getCurrentNodeParameter('classId') as IDataObject | undefined;
	const id = String(chosen?.value ?? '');
	return /^[1-9]\d{0,9}$/.test(id) ? { params: { classId: id } } : { call: 'GET /Athletes' };
}

/** Who takes part in the class that is chosen, or queues for it (§4.8), by name. */
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

/** Somebody who takes part in the class that an operation is about. */
export const participant = {
	...athlete,
	description:
		'The athlete who takes part in the class, chosen from the list, by ID, e.g. 4711, which Class Participant > Get Many gives, or by email address, e.g. nathan@example.com',
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
