import type { IDataObject } from 'n8n-workflow';
import type { Created } from '../../writes';
import { createOnce } from '../../writes';
import { bodyOf } from '../../plan';
import type { Session } from '../../session';
import { defineOperation } from '../../operation';
import { createFields, email, MAIL_NOTICE } from './fields';
import { findAthlete } from './find';

/** No record is looked for, so a 404 is about the club itself (§4.2). */
const NO_CLUB = { 404: 'The club that the Club API Key selects does not exist. Check the Club API Key in the credential.' };

/** The answer to a creation alone has the password that the club has generated (§2.3). */
const LOST_PASSWORD =
	'The answer to a creation was lost, and with it the password that the club may have generated (Show Password). It cannot be read again: a new user has to set another one on the platform';

/** The optional part of the create body (§2.2). A height or weight of 0 is a field that was added and left as it was. @reading platformLevel */
const creatable = ({ height, weight, platformLevel, platformLevelName, ...fields }: IDataObject): IDataObject => ({
	...fields,
	...(height !== 0 && { height }),
	...(weight !== 0 && { weight }),
	...(platformLevel !== undefined && { [(platformLevelName as string | undefined) || 'PlatformLevel']: platformLevel }),
});

/**
 * Adds an athlete, looking the address up when the answer is unclear, so that nobody is created twice (§7.1).
 * @returns the answer of the club, or the athlete found, of whom nobody knows how he came
 */
export async function createAthlete(session: Session, address: string, additionalFields: IDataObject): Promise<Created<IDataObject>> {
	const created = await createOnce(
		session,
		async () => await session.send('POST /Athletes', { body: bodyOf({ email: address, ...creatable(additionalFields) }), advice: NO_CLUB }),
		async () => await findAthlete(session, address),
	);
	if (created.found && additionalFields.showPasswordOnCreate) session.hint(LOST_PASSWORD);
	return created;
}

export const create = defineOperation({
	value: 'create',
	name: 'Create',
	action: 'Create athlete',
	description:
		'Create a new athlete, or invite or add an existing user of the platform, who may get an email about it: see "No Email on Create". For somebody who may be an athlete already, use Create or Update.',
	notice: MAIL_NOTICE,
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
	summary: ({ person }) => `Add ${person} to the club`,
	async run(session, values) {
		const { record, found } = await createAthlete(session, values.email, values.additionalFields);
		// Nobody has looked before: he may have been in the club all the time, and is in any case now.
		return found ? { Result: 'AlreadyInClub', User: record, Reconciled: true } : record;
	},
});
