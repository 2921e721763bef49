import type { IDataObject } from 'n8n-workflow';
import { ClubError } from '../../../shared/transport/errors';
import { createOnce } from '../../calls/writes';
import { bodyOf } from '../../run/plan';
import type { Session } from '../../calls/session';
import { ADDITIONAL_FIELDS } from '../../fields/fields';
import { defineOperation } from '../../operation';
import { createFields, email } from './fields';

/** Whether an address belongs to somebody else (§7.1). Without an ErrorType, a 409 is about the address too. */
export const isInUse = (error: unknown): error is ClubError =>
	error instanceof ClubError && error.status === 409 && [undefined, 'EmailAlreadyInUse'].includes(error.errorType);

/** Only the answer to a creation has the generated password (§2.3). If the answer is lost, so is the password. */
const LOST_PASSWORD =
	'The answer of the club was lost. If the club generated a password ("Show Password on Create"), it cannot be read again. A new user has to set another password on the platform';

/** The optional part of the create body (§2.2). A height or weight of 0 was added but not filled in, so it is not sent. */
const creatable = ({ height, weight, platformLevel, platformLevelName, ...fields }: IDataObject): IDataObject => ({
	...fields,
	...(height !== 0 && { height }),
	...(weight !== 0 && { weight }),
	...(platformLevel !== undefined && { [(platformLevelName as string | undefined) || 'PlatformLevel']: platformLevel }),
});

/**
 * Adds an athlete. When the answer is unclear, it looks up the address, so that nobody is created twice (§7.1).
 * @returns the answer of the club, or the athlete that was found; whether they are new is then unknown
 */
export async function createAthlete(session: Session, address: string, additionalFields: IDataObject) {
	const created = await createOnce(
		session,
		async () => await session.send('POST /Athletes', { body: bodyOf({ email: address, ...creatable(additionalFields) }) }),
		async () => await session.findByEmail(address, 'GET /Athletes/ByEmail'),
		// The address decides (§3.3). An invitation cannot be looked up, and is not made again.
		true,
	);
	if (created.found) session.countWrite('POST /Athletes');
	if (created.found && additionalFields.showPasswordOnCreate) session.hint(LOST_PASSWORD);
	return created;
}

export const create = defineOperation({
	value: 'create',
	name: 'Create',
	action: 'Create athlete',
	description: 'Create an athlete, or invite the person',
	calls: ['POST /Athletes'],
	fields: [
		{ ...email, required: true, description: `${email.description} If they may be an athlete already, use Create or Update.` },
		{ ...ADDITIONAL_FIELDS, options: createFields },
	],
	async run(session, values) {
		const { record, found } = await createAthlete(session, values.email, values.additionalFields);
		// Nothing was looked up before the creation, so the athlete may have been in the club already.
		return found ? { Result: 'AlreadyInClub', User: record, Reconciled: true } : record;
	},
});
