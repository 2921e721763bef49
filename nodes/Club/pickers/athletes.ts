import type { IDataObject, INodeListSearchItems } from 'n8n-workflow';
import type { Field } from '../field';
import { isEmail } from '../values';
import { byEmailMode, byIdMode } from './modes';
import type { Picker } from './picker';

/** A person as others know him: name and address, or what of them there is. */
export function personItem(row: IDataObject): INodeListSearchItems {
	const name = [row.FirstMidName, row.LastName].filter((part) => typeof part === 'string' && part).join(' ');
	const address = typeof row.Email === 'string' ? row.Email : '';
	const label = name && address ? `${name} (${address})` : name || address || `Athlete ${String(row.UserId)}`;
	return { name: label, value: row.UserId as number };
}

/** The athletes of the club (§4.2). An address or an id is found with one call, whatever the size of the club. */
export const athletes: Picker = {
	call: 'GET /Athletes',
	item: personItem,
	exact(text) {
		if (/^\d{1,10}$/.test(text)) return { call: 'GET /Athletes/{userId}', params: { userId: text } };
		if (isEmail(text)) return { call: 'GET /Athletes/ByEmail', query: { email: text } };
		return undefined;
	},
};

/** The athlete that an operation is about. */
export const athlete = {
	displayName: 'Athlete',
	name: 'userId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The athlete, chosen from the list, by ID, e.g. 4711, or by email address, e.g. nathan@example.com.',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select an athlete...',
			typeOptions: { searchListMethod: 'searchAthletes', searchable: true },
		},
		byIdMode,
		byEmailMode,
	],
} as const satisfies Field;

/** The athlete as a filter, which may be left out. */
export const athleteFilter = { ...athlete, required: false } as const satisfies Field;
