import type { IDataObject } from 'n8n-workflow';
import { ClubError } from '../../../shared/transport/errors';
import { bodyOf } from '../../naming';
import { settle } from '../../../shared/records/reconcile';
import type { Session } from '../../session';
import { defineOperation } from '../../operation';
import { createAthlete } from './create';
import { createFields, email, phone } from './fields';
import { findAthlete } from './find';

/** What the update body knows of a profile (§2.4); all else counts at the creation only. */
const updatable = ({ firstMidName, lastName, phone: number, additionalProperties }: IDataObject): IDataObject =>
	bodyOf({ firstMidName, lastName, phone: number, additionalProperties });

/** Whether a value would change nothing: null is never applied (§2.4), and no text is the same as an empty one. */
const isSame = (value: unknown, current: unknown): boolean =>
	value === null || JSON.stringify(value) === JSON.stringify(typeof value === 'string' ? (current ?? '') : current);

/** Writes what of the wanted profile differs, and nothing when nothing does. */
async function update(session: Session, athlete: IDataObject, wanted: IDataObject): Promise<IDataObject> {
	const body = Object.fromEntries(Object.entries(wanted).filter(([name, value]) => !isSame(value, athlete[name])));
	if (Object.keys(body).length === 0) return { ...athlete, Outcome: 'Unchanged' };
	const updated = await session.send('PUT /Athletes/{userId}', { params: { userId: athlete.UserId }, body });
	return { ...updated, Outcome: 'Updated' };
}

/** Adds the athlete; the phone number follows, since only the update body takes it (§2.1). */
async function add(session: Session, address: string, { phone: number, ...fields }: IDataObject): Promise<IDataObject> {
	const created = await createAthlete(session, address, fields);
	if (created.Result === 'AlreadyInClub') {
		const athlete = await findAthlete(session, address);
		if (athlete) return await update(session, athlete, updatable({ ...fields, phone: number }));
	}
	const user = { Email: address, ...(created.User as IDataObject | undefined) } as IDataObject;
	const joined = created.Result === 'Created' || created.Result === 'Added';
	const withPhone = joined && number !== undefined && typeof user.UserId === 'number' ? await addPhone(session, user.UserId, number) : {};
	return { ...user, ...withPhone, ...created, Outcome: created.Result === 'AlreadyInClub' ? 'Unchanged' : created.Result };
}

/** Gives an athlete who was just added a phone number. @throws ClubError, telling that the athlete is there */
async function addPhone(session: Session, userId: number, phone: IDataObject[string]): Promise<IDataObject> {
	const outcome = await settle(session.send('PUT /Athletes/{userId}', { params: { userId }, body: bodyOf({ phone }) }));
	if ('value' in outcome) return outcome.value;
	if (outcome.error instanceof ClubError) outcome.error.add(`The athlete was added with the ID ${userId}; this concerns the phone number alone.`);
	throw outcome.error;
}

export const upsert = defineOperation({
	value: 'upsert',
	name: 'Create or Update',
	action: 'Create or update athlete',
	description: 'Create a new record, or update the current one if it already exists (upsert)',
	calls: ['GET /Athletes/ByEmail', 'PUT /Athletes/{userId}', 'POST /Athletes'],
	cost: '1 when nothing changes, otherwise 2',
	fields: [
		email,
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add field',
			default: {},
			description: 'Of an athlete who exists already, the names, the phone number and the additional properties are updated; the other fields count only at the creation',
			options: [...createFields, phone].sort((a, b) => a.displayName.localeCompare(b.displayName)),
		},
	],
	lookUp: 'GET /Athletes/ByEmail',
	async run(session, values) {
		const fields = values.additionalFields as IDataObject;
		const athlete = await findAthlete(session, values.email);
		return athlete ? await update(session, athlete, updatable(fields)) : await add(session, values.email, fields);
	},
});
