import type { IDataObject } from 'n8n-workflow';
import { ClubError, attempt } from '../../../shared/transport/errors';
import { bodyOf } from '../../plan';
import type { Session } from '../../session';
import { defineOperation } from '../../operation';
import { createAthlete } from './create';
import { createFields, email, MAIL_NOTICE, phone } from './fields';
import { findAthlete } from './find';

/** What the update body knows of a profile (§2.4); all else counts at the creation only. */
const updatable = ({ firstMidName, lastName, phone: number, additionalProperties }: IDataObject): IDataObject =>
	bodyOf({ firstMidName, lastName, phone: number, additionalProperties });

/** Whether a value would change nothing: null is never applied (§2.4), and no text is the same as an empty one. */
const isSame = (value: unknown, current: unknown): boolean =>
	value === null || JSON.stringify(value) === JSON.stringify(typeof value === 'string' ? (current ?? '') : current);

/** Writes what of the wanted profile differs, and gives the athlete as he is then. */
async function update(session: Session, athlete: IDataObject, fields: IDataObject): Promise<IDataObject> {
	const body = Object.fromEntries(Object.entries(updatable(fields)).filter(([name, value]) => !isSame(value, athlete[name])));
	if (Object.keys(body).length === 0) return athlete;
	return await session.send('PUT /Athletes/{userId}', { params: { userId: athlete.UserId }, body });
}

/** What of a creation is applied to somebody who is in the club already (§3.3), as far as he is not known to have it. @reading sensors @reading confirmedInvitation */
function applicable({ emailVerified, sensors }: IDataObject, athlete: IDataObject): IDataObject {
	const has = new Set(Array.isArray(athlete.Sensors) ? athlete.Sensors.map((sensor) => JSON.stringify(sensor)) : []);
	const wanted = (bodyOf({ sensors: sensors ?? [] }).Sensors as IDataObject[]).filter((sensor) => !has.has(JSON.stringify(sensor)));
	return {
		...(emailVerified === true && athlete.EmailVerified !== true && { emailVerified }),
		...(wanted.length > 0 && { sensors }),
	};
}

/** Hands over sensors and the verified address, which only a POST takes; a repeat of it does no harm, since they are merged (§3.3). */
async function apply(session: Session, address: string, fields: IDataObject): Promise<IDataObject> {
	const body = bodyOf({ email: address, ...fields });
	const outcome = await attempt(session.send('POST /Athletes', { body }));
	if ('value' in outcome) return outcome.value;
	const { error } = outcome;
	const isThere = error instanceof ClubError && error.unclear && !error.late && (await findAthlete(session, address)) !== undefined;
	if (!isThere) throw error;
	return await session.send('POST /Athletes', { body });
}

/** Brings an athlete of the club to what is wanted; sends nothing when nothing would change. */
async function bringUpToDate(session: Session, address: string, athlete: IDataObject, fields: IDataObject): Promise<IDataObject> {
	const updated = await update(session, athlete, fields);
	const further = applicable(fields, athlete);
	if (Object.keys(further).length === 0) return { ...updated, Outcome: updated === athlete ? 'Unchanged' : 'Updated' };
	const { Result } = await apply(session, address, further);
	// He may have left the club a moment ago, and was invited then.
	return { ...updated, Outcome: Result === 'AlreadyInClub' ? 'Updated' : (Result as string) };
}

/** Adds the athlete; the phone number follows, since only the update body takes it (§2.1). */
async function add(session: Session, address: string, { phone: number, ...fields }: IDataObject): Promise<IDataObject> {
	const { record, found } = await createAthlete(session, address, fields);
	if (record.Result === 'AlreadyInClub') {
		const athlete = await findAthlete(session, address);
		// What only a POST takes, this one has taken.
		const profile = { ...fields, phone: number, emailVerified: undefined, sensors: undefined };
		return athlete ? await bringUpToDate(session, address, athlete, profile) : flat(address, record, 'Unchanged');
	}
	// He was not there before, and only who is confirmed is added without having been created.
	if (found) return { ...(await addPhone(session, record, number)), Outcome: fields.userConfirmed ? 'Added' : 'Created', Reconciled: true };
	const user = flat(address, record, record.Result as string);
	return record.Result === 'Created' || record.Result === 'Added' ? await addPhone(session, user, number) : user;
}

/** The answer to a creation as one record: the user as far as it is given, what has happened, and a password made for him (§2.3). @reading resultUser */
const flat = (address: string, { User, Password }: IDataObject, Outcome: string): IDataObject => ({
	Email: address,
	...(User as IDataObject | undefined),
	Outcome,
	...(Password !== undefined && { Password }),
});

/** Gives an athlete who was just added a phone number. @throws ClubError, telling that the athlete is there */
async function addPhone(session: Session, athlete: IDataObject, phone: IDataObject[string]): Promise<IDataObject> {
	const { UserId } = athlete;
	if (phone === undefined || typeof UserId !== 'number') return athlete;
	const outcome = await attempt(session.send('PUT /Athletes/{userId}', { params: { userId: UserId }, body: bodyOf({ phone }) }));
	if ('value' in outcome) return { ...outcome.value, ...athlete, Phone: outcome.value.Phone };
	const advice = `The athlete was added with the ID ${UserId}; this concerns the phone number alone.`;
	throw outcome.error instanceof ClubError ? outcome.error.with({ advice }) : outcome.error;
}

export const upsert = defineOperation({
	value: 'upsert',
	name: 'Create or Update',
	action: 'Create or update athlete',
	description: 'Create a new record, or update the current one if it already exists (upsert)',
	notice: MAIL_NOTICE,
	calls: ['GET /Athletes/ByEmail', 'PUT /Athletes/{userId}', 'POST /Athletes'],
	cost: '1 when nothing changes, otherwise 2; sensors or a verified address of somebody in the club take 1 more',
	fields: [
		email,
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add field',
			default: {},
			description:
				'Of an athlete who exists already, the names, the phone number and the additional properties are updated, sensors are added, and the address is marked as verified; the other fields count only at the creation',
			options: [...createFields, phone],
		},
	],
	summary: ({ person, record, values }, { additionalFields: fields }) =>
		record ? `Update ${person}: ${values(updatable(fields)) || 'what a creation applies'}` : `Add ${person} to the club`,
	lookUp: 'GET /Athletes/ByEmail',
	async run(session, values) {
		const fields = values.additionalFields;
		const athlete = session.isUnlisted(values.email) ? undefined : await findAthlete(session, values.email);
		return athlete ? await bringUpToDate(session, values.email, athlete, fields) : await add(session, values.email, fields);
	},
});
