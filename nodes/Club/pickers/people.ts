import { fullNameOf, personName } from '../../shared/api/facts';
import type { IDataObject, INodeListSearchItems, ILoadOptionsFunctions } from 'n8n-workflow';
import type { EmailLookUp } from '../../shared/api/endpoints';
import { textOf } from '../../shared/api/json';
import { bareAddress, isEmail, stripped } from '../../shared/api/text';
import type { Field } from '../fields/field';
import type { Picker, PickerReader, Scope, Target } from './picker';
import { byEmailMode, byId, byIdMode, chosenId, fromList, LOCATOR } from './picker';

export const personItem = (row: IDataObject): INodeListSearchItems => ({ name: fullNameOf(row), value: row.UserId as number });

export function byEmail(text: string, call: EmailLookUp): Target | undefined {
	const email = bareAddress(stripped(text));
	return isEmail(email) ? { call, query: { email } } : undefined;
}

export function nameAmong(row: IDataObject, namesakes: readonly IDataObject[]): string {
	const localPart = ({ Email }: IDataObject): string => textOf(Email).split('@')[0];
	if (namesakes.length < 2) return personName(row);
	const isUnique = localPart(row) !== '' && namesakes.filter((other) => localPart(other) === localPart(row)).length === 1;
	return isUnique ? `${personName(row)} (${localPart(row)}@…)` : fullNameOf(row);
}

/** The athletes of these rows, by ID, if the first pages of the list contain them, and the names that tell them from others there. */
export async function athletesOf(people: readonly IDataObject[], reader: PickerReader) {
	const requested = new Set(people.map(({ UserId }) => UserId));
	const found = new Map<unknown, IDataObject>();
	const byName = new Map<string, IDataObject[]>();
	const labelOf = (person: IDataObject): string => nameAmong(person, byName.get(personName(person)) ?? []);
	if (requested.size === 0) return { found, labelOf };
	for await (const rows of reader.pages('GET /Athletes')) {
		for (const row of rows) {
			byName.set(personName(row), [...(byName.get(personName(row)) ?? []), row]);
			if (requested.has(row.UserId)) found.set(row.UserId, row);
		}
		if (found.size === requested.size) break;
	}
	return { found, labelOf };
}

export const athletes: Picker = {
	call: 'GET /Athletes',
	item: personItem,
	exact: (text) => byId(text, 'GET /Athletes/{userId}', 'userId') ?? byEmail(text, 'GET /Athletes/ByEmail'),
};

const TIP = 'To find a person right away, type their email address or ID.';

export const athlete = {
	...LOCATOR,
	displayName: 'Athlete',
	name: 'userId',
	description: 'The athlete, from the list, by ID, e.g. 4711, which Athlete > Search gives, or by email address, e.g. nathan@example.com.',
	modes: [fromList('searchAthletes', 'Select an athlete...', TIP), byIdMode, byEmailMode],
	lookUp: 'GET /Athletes/ByEmail',
} as const satisfies Field;

export const athleteFilter = { ...athlete, required: false } as const satisfies Field;

export const contacts: Picker = {
	...athletes,
	call: 'GET /Contacts',
	exact: (text) => byId(text, 'GET /Contacts/{userId}', 'userId') ?? byEmail(text, 'GET /Contacts/ByEmail'),
};

export const contact = {
	...athlete,
	displayName: 'Contact',
	description: 'The contact, from the list, by ID, e.g. 4711, which Contact > Search gives, or by email address, e.g. nathan@example.com.',
	modes: [fromList('searchContacts', 'Select a contact...', TIP), byIdMode, byEmailMode],
	lookUp: 'GET /Contacts/ByEmail',
} as const satisfies Field;

function classOf(functions: ILoadOptionsFunctions): Scope {
	const classId = chosenId(functions, 'classId');
	return classId ? { params: { classId } } : { call: 'GET /Athletes' };
}

export const participants: Picker = {
	...athletes,
	call: 'GET /Classes/{classId}/Participants',
	scope: classOf,
	async complete(rows, reader) {
		const { found } = await athletesOf(rows, reader);
		return rows.map((row) => found.get(row.UserId) ?? row);
	},
	exact: (text) => byEmail(text, 'GET /Athletes/ByEmail'),
};

export const participant = {
	...athlete,
	description:
		'The athlete in the class, from the list, by ID, e.g. 4711, which Class > Get Participants gives, or by email address, e.g. nathan@example.com',
	modes: [
		fromList('searchParticipants', 'Select a participant...', 'To find a person right away, type their email address.'),
		byIdMode,
		byEmailMode,
	],
} as const satisfies Field;
