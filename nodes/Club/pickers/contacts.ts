import type { Field } from '../field';
import { byEmailMode, byIdMode } from './modes';
import { exactly, personItem, phoneOf } from './people';
import type { Picker } from './picker';

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
				slowLoadNotice: { message: "A large club takes a while. Somebody's email address or ID is found at once.", timeout: 3000 },
			},
		},
		byIdMode,
		byEmailMode,
	],
} as const satisfies Field;
