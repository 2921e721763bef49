import type { IDataObject, ILoadOptionsFunctions } from 'n8n-workflow';
import type { Field } from '../field';
import { isEmail } from '../values';
import { athlete } from './athletes';
import { athletesById, personItem, phoneOf } from './people';
import type { Picker, Scope } from './picker';

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
		const people = await athletesById(
			rows.map(({ UserId }) => UserId),
			reader,
		);
		return rows.map((row) => people.get(row.UserId) ?? row);
	},
	exact: (text) => (isEmail(text) ? { call: 'GET /Athletes/ByEmail', query: { email: text } } : undefined),
	lookUp: 'GET /Athletes/ByEmail',
};

const [, byIdMode, byEmailMode] = athlete.modes;

/** Somebody who takes part in the class that an operation is about. */
export const participant = {
	...athlete,
	description:
		'Who takes part in the class, chosen from the list, by ID, e.g. 4711, which Class Participant > Get Many gives, or by email address, e.g. nathan@example.com',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a participant...',
			typeOptions: {
				searchListMethod: 'searchParticipants',
				searchable: true,
				slowLoadNotice: { message: "A large club takes a while. Somebody's email address is found at once.", timeout: 3000 },
			},
		},
		byIdMode,
		byEmailMode,
	],
} as const satisfies Field;
