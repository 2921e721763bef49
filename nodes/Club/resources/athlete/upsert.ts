import type { IDataObject } from 'n8n-workflow';
import { ClubError, attempt } from '../../../shared/transport/errors';
import { bodyOf } from '../../plan';
import type { Session } from '../../session';
import { defineOperation } from '../../operation';
import { createAthlete } from './create';
import { createFields, email, phone } from './fields';
import { findAthlete } from './find';

/** The fields that an update body has (§2.4). All other fields apply to a creation only. */
const updatable = ({ firstMidName, lastName, phone: number, additionalProperties }: IDataObject): IDataObject =>
	bodyOf({ firstMidName, lastName, phone: number, additionalProperties });

/** Whether a value would change nothing. The API never applies null (§2.4), and a missing text equals an empty one. */
const isSame = (value: unknown, current: unknown): boolean =>
	value === null || JSON.stringify(value) === JSON.stringify(typeof value === 'string' ? (current ?? '') : current);

/** Sends the fields of the profile that differ, and returns the updated athlete. */
async function update(session: Session, athlete: IDataObject, fields: IDataObject): Promise<IDataObject> {
	const body = Object.fromEntries(Object.entries(updatable(fields)).filter(([name, value]) => !isSame(value, athlete[name])));
	if (Object.keys(body).length === 0) return athlete;
	return await session.send('PUT /Athletes/{userId}', { params: { userId: athlete.UserId }, body });
}

/** The fields of a creation that apply to an existing athlete (§3.3), without those they already have. */
function applicable({ emailVerified, sensors }: IDataObject, athlete: IDataObject): IDataObject {
	const known = new Set(Array.isArray(athlete.Sensors) ? athlete.Sensors.map((sensor) => JSON.stringify(sensor)) : []);
	const newSensors = (bodyOf({ sensors: sensors ?? [] }).Sensors as IDataObject[]).filter((sensor) => !known.has(JSON.stringify(sensor)));
	return {
		...(emailVerified === true && athlete.EmailVerified !== true && { emailVerified }),
		...(newSensors.length > 0 && { sensors }),
	};
}

/** Sends sensors and the verified address, which only a POST accepts. The club merges them (§3.3), so a retry does no harm. */
async function apply(session: Session, address: string, fields: IDataObject): Promise<IDataObject> {
	const body = bodyOf({ email: address, ...fields });
	const outcome = await attempt(session.send('POST /Athletes', { body }));
	if ('value' in outcome) return outcome.value;
	const { error } = outcome;
	const isThere = error instanceof ClubError && error.unclear && !error.late && (await findAthlete(session, address)) !== undefined;
	if (!isThere) throw error;
	return await session.send('POST /Athletes', { body });
}

/** Updates an athlete of the club. Sends nothing if nothing would change. */
async function bringUpToDate(session: Session, address: string, athlete: IDataObject, fields: IDataObject): Promise<IDataObject> {
	const updated = await update(session, athlete, fields);
	const extra = applicable(fields, athlete);
	if (Object.keys(extra).length === 0) return { ...updated, Outcome: updated === athlete ? 'Unchanged' : 'Updated' };
	const { Result } = await apply(session, address, extra);
	// An athlete who has just left the club was invited instead.
	return { ...updated, Outcome: Result === 'AlreadyInClub' ? 'Updated' : (Result as string) };
}

/** Adds the athlete. The phone number follows in a second call, because only the update body has it (§2.1). */
async function add(session: Session, address: string, { phone: number, ...fields }: IDataObject): Promise<IDataObject> {
	const { record, found } = await createAthlete(session, address, fields);
	if (record.Result === 'AlreadyInClub') {
		const athlete = await findAthlete(session, address);
		// The POST has already applied the fields that only a POST accepts.
		const profile = { ...fields, phone: number, emailVerified: undefined, sensors: undefined };
		return athlete ? await bringUpToDate(session, address, athlete, profile) : flat(address, record, 'Unchanged');
	}
	// The athlete was not in the club before. Without User Confirmed, an existing user is only invited, so this one is new.
	if (found) return { ...(await addPhone(session, record, number)), Outcome: fields.userConfirmed ? 'Added' : 'Created', Reconciled: true };
	const user = flat(address, record, record.Result as string);
	return record.Result === 'Created' || record.Result === 'Added' ? await addPhone(session, user, number) : user;
}

/** The answer to a creation as one record: the user if given, the outcome, and the generated password if any (§2.3). */
const flat = (address: string, { User, Password }: IDataObject, Outcome: string): IDataObject => ({
	Email: address,
	...(User as IDataObject | undefined),
	Outcome,
	...(Password !== undefined && { Password }),
});

/** Sets the phone number of an athlete who was just added. @throws ClubError that says that the athlete was added */
async function addPhone(session: Session, athlete: IDataObject, phone: IDataObject[string]): Promise<IDataObject> {
	const { UserId } = athlete;
	if (phone === undefined || typeof UserId !== 'number') return athlete;
	const outcome = await attempt(session.send('PUT /Athletes/{userId}', { params: { userId: UserId }, body: bodyOf({ phone }) }));
	if ('value' in outcome) return { ...outcome.value, ...athlete, Phone: outcome.value.Phone };
	const advice = `The athlete was added with the ID ${UserId}. This error is about the phone number only.`;
	throw outcome.error instanceof ClubError ? outcome.error.with({ advice }) : outcome.error;
}

export const upsert = defineOperation({
	value: 'upsert',
	name: 'Create or Update',
	action: 'Create or update athlete',
	description: 'Create a new record, or update the current one if it already exists (upsert)',
	calls: ['GET /Athletes/ByEmail', 'PUT /Athletes/{userId}', 'POST /Athletes'],
	cost: '1 if nothing changes, otherwise 2; 1 more for sensors or a verified address of an existing athlete',
	fields: [
		email,
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add field',
			default: {},
			description:
				'The fields to set. For an existing athlete, the node updates the names, the phone number and the additional properties, adds sensors, and marks the email address as verified. All other fields apply to a new athlete only.',
			options: [...createFields, phone],
		},
	],
	lookUp: 'GET /Athletes/ByEmail',
	async run(session, values) {
		const fields = values.additionalFields;
		const athlete = session.isUnlisted(values.email) ? undefined : await findAthlete(session, values.email);
		return athlete ? await bringUpToDate(session, values.email, athlete, fields) : await add(session, values.email, fields);
	},
});
