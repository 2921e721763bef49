import type { IDataObject } from 'n8n-workflow';
import { createOnce } from '../../../shared/records/reconcile';
import { bodyOf } from '../../naming';
import type { Session } from '../../session';
import { defineOperation } from '../../operation';
import { createFields, email } from './fields';
import { findAthlete } from './find';

/** No record is looked for, so a 404 is about the club itself (§4.2). */
const NO_CLUB = { 404: 'The club that the Club API Key selects does not exist. Check the Club API Key in the credential.' };

/** Adds an athlete, looking the address up when the answer is unclear, so that nobody is created twice (§7.1). */
export async function createAthlete(session: Session, address: string, additionalFields: IDataObject): Promise<IDataObject> {
	const { record, found } = await createOnce(
		async () => await session.send('POST /Athletes', { body: bodyOf({ email: address, ...additionalFields }), advice: NO_CLUB }),
		async () => await findAthlete(session, address),
	);
	return found ? { Result: 'Created', User: record, Reconciled: true } : record;
}

export const create = defineOperation({
	value: 'create',
	name: 'Create',
	action: 'Create athlete',
	description: 'Create a new athlete, or invite or add an existing user of the platform',
	calls: ['POST /Athletes'],
	fields: [
		email,
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add field',
			default: {},
			options: createFields,
		},
	],
	run: async (session, values) => await createAthlete(session, values.email, values.additionalFields as IDataObject),
});
