import type { Field } from '../field';
import { byEmailMode, byIdMode } from './modes';
import { exactly, personItem, phoneOf } from './people';
import type { Picker } from './picker';

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
				slowLoadNotice: { message: "A large club takes a while. Somebody's email address or ID is found at once.", timeout: 3000 },
			},
		},
		byIdMode,
		byEmailMode,
	],
} as const satisfies Field;

/** The athlete as a filter, which may be left out. */
export const athleteFilter = { ...athlete, required: false } as const satisfies Field;
