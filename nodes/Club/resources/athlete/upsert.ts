import type { IDataObject } from 'n8n-workflow';
import { canonical } from '../../../shared/api/canonical';
import { isObject, textOf } from '../../../shared/api/json';
import { phoneContent, stripped } from '../../../shared/api/text';
import { ClubError, attempt, orAbsent } from '../../../shared/transport/errors';
import { dataToSend, inputsToIgnore, DEFINED_BELOW } from '../../fields/columns';
import { ADDITIONAL_FIELDS, clientStage, isBack, OPTIONS } from '../../fields/fields';
import { bodyOf } from '../../run/plan';
import type { Session } from '../../calls/session';
import { defineOperation } from '../../operation';
import { isBlank } from '../../fields/checks';
import { createAthlete, isInUse } from './create';
import { createFields, email, phone } from './fields';

const BY_EMAIL = 'GET /Athletes/ByEmail';

/** The fields that an update body has (§2.4). All other fields apply to a creation only. */
const updatable = ({ firstMidName, lastName, phone: number, additionalProperties }: IDataObject): IDataObject =>
	bodyOf({ firstMidName, lastName, phone: number, additionalProperties });

/** Whether there are fields of the profile that the API stores for a new user only (§3.3). */
const hasNewOnly = (fields: IDataObject): boolean => ['birthDate', 'gender', 'height', 'weight'].some((name) => fields[name]);

const isEmpty = (record: object): boolean => Object.keys(record).length === 0;

/** What a text says, where its form does not count: what surrounds a name, and what stands between the digits of a phone number. */
const CONTENT: Readonly<Record<string, (text: string) => string>> = { FirstMidName: stripped, LastName: stripped, Phone: phoneContent };

/** Whether a value would change nothing. The API never applies null (§2.4), and a missing text equals an empty one. */
function isSame(name: string, value: unknown, current: unknown): boolean {
	const [wanted, before] = [value, typeof value === 'string' ? (current ?? '') : current].map((text) =>
		typeof text === 'string' ? (CONTENT[name]?.(text) ?? text) : text,
	);
	return value === null || canonical(wanted) === canonical(before);
}

async function afterStoring<T>(stored: IDataObject, write: Promise<T>): Promise<T> {
	return await write.catch((error: unknown) => {
		const names = Object.keys(stored);
		if (!(error instanceof ClubError) || names.length === 0) throw error;
		throw error.with({ advice: `Before that, the club stored ${names.join(', ')}.` });
	});
}

/**
 * Sends what differs: the profile, and the client stage.
 * @param keepsStage whether the stage does not go back
 * @returns the athlete afterwards, what was stored, and whether the stage would have gone back
 */
async function update(session: Session, athlete: IDataObject, { clientStage: stage, ...fields }: IDataObject, keepsStage: boolean) {
	const params = { userId: athlete.UserId };
	const body = Object.fromEntries(Object.entries(updatable(fields)).filter(([name, value]) => !isSame(name, value, athlete[name])));
	if (['FirstMidName', 'LastName'].some((name) => name in body && textOf(athlete[name]) !== '')) session.note('renamed');
	const changes = isEmpty(body) ? {} : await session.send('PUT /Athletes/{userId}', { params, body });
	const goesBack = isBack(stage, athlete.ClientStage);
	if (goesBack) session.note(keepsStage ? 'stageKept' : 'stageBack');
	const stageKept = goesBack && keepsStage;
	const isStaged = stage !== undefined && stage !== athlete.ClientStage && !stageKept;
	const change = isStaged ? { ClientStage: stage } : {};
	const staged = isStaged ? await afterStoring(body, session.send('PUT /Athletes/{userId}/ClientStage', { params, body: change })) : {};
	return { athlete: { ...athlete, ...changes, ...staged }, stored: { ...body, ...change }, stageKept };
}

const sensorOf = ({ SensorBrand, SensorSN }: Record<string, unknown>): string => JSON.stringify([SensorBrand, SensorSN]);

/** The fields of a creation that apply to an existing athlete (§3.3), without those they already have. */
function applicable({ emailVerified, sensors }: IDataObject, athlete: IDataObject): IDataObject {
	const before = new Set(Array.isArray(athlete.Sensors) ? athlete.Sensors.filter(isObject).map(sensorOf) : []);
	const newSensors = (bodyOf({ sensors: sensors ?? [] }).Sensors as IDataObject[]).filter((sensor) => !before.has(sensorOf(sensor)));
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
	const isThere =
		error instanceof ClubError && error.unclear && !error.late && (await session.findByEmail(address, BY_EMAIL)) !== undefined;
	if (!isThere) throw error;
	return await session.send('POST /Athletes', { body });
}

async function bringUpToDate(session: Session, address: string, athlete: IDataObject, fields: IDataObject, keepsStage: boolean) {
	const { athlete: updated, stored, stageKept } = await update(session, athlete, fields, keepsStage);
	if (hasNewOnly(fields)) session.note('newOnly');
	const extra = applicable(fields, athlete);
	if (isEmpty(extra)) return result(updated, isEmpty(stored) ? 'Unchanged' : 'Updated', stageKept);
	const { Result } = await afterStoring(stored, apply(session, address, extra));
	// An athlete who has just left the club was invited instead.
	return result(updated, Result === 'AlreadyInClub' ? 'Updated' : Result, stageKept);
}

const result = ({ UserId, ...record }: IDataObject, Outcome: unknown, stageKept = false): IDataObject => ({
	...(UserId !== undefined && { UserId }),
	Outcome: Outcome as string,
	...(stageKept && { StageKept: true }),
	...record,
});

/** Adds the athlete, then sets what the POST does not: the phone number, the client stage, and the profile of an existing user (§3.3). */
async function add(session: Session, address: string, fields: IDataObject, keepsStage: boolean): Promise<IDataObject> {
	const { phone: number, clientStage: stage, ...creation } = fields;
	const created = await attempt(createAthlete(session, address, creation));
	if ('error' in created) {
		if (!isInUse(created.error)) throw created.error;
		const athlete = await session.findByEmail(address, BY_EMAIL);
		if (athlete) return await bringUpToDate(session, address, athlete, fields, keepsStage);
		throw created.error.with({
			description: 'Somebody has just taken this address, and the club finds no athlete with it. Check the address.',
		});
	}
	const { record, found } = created.value;
	const { Result } = record;
	if (Result === 'Invited' || Result === 'PendingInvitation') {
		if (!isEmpty(updatable(fields)) || stage !== undefined || hasNewOnly(fields)) session.note('invited');
		return flat(address, record, Result);
	}
	const isMember = Result === 'AlreadyInClub';
	const rest = session.settings.isDryRun || Result === 'Created' ? { phone: number, clientStage: stage } : fields;
	if ((isMember || Result === 'Added') && hasNewOnly(fields)) session.note('newOnly');
	const athlete = found ? record : await athleteIn(session, address, record, rest);
	const applied = isMember ? bodyOf(applicable(fields, {})) : {};
	const outcome = await attempt(afterStoring(applied, update(session, athlete, rest, isMember && keepsStage)));
	if ('error' in outcome) {
		const advice = `The athlete was added with the ID ${String(athlete.UserId)}. Only the other fields failed.`;
		throw outcome.error instanceof ClubError && !isMember ? outcome.error.with({ advice }) : outcome.error;
	}
	const { athlete: updated, stored, stageKept } = outcome.value;
	// Without User Confirmed, an existing user is only invited, so one who was found is new.
	if (found) return result({ ...updated, Reconciled: true }, fields.userConfirmed ? 'Added' : 'Created');
	if (!isMember) return flat(address, { ...record, User: updated }, Result as string);
	// The POST has applied the sensors and the verified address already.
	const isChanged = !isEmpty(stored) || !isEmpty(applied);
	return flat(address, { User: updated }, isChanged ? 'Updated' : 'Unchanged', stageKept);
}

/**
 * The athlete that the answer to a creation is about, which need not have a user (§2.3).
 * @throws ClubError if their ID cannot be found, and fields remain to be set
 */
async function athleteIn(session: Session, address: string, { Result, User }: IDataObject, rest: IDataObject): Promise<IDataObject> {
	// In a dry run, the club gives no ID.
	if (session.settings.isDryRun) return { UserId: '(new)' };
	const user = (User ?? {}) as IDataObject;
	const isRest = !isEmpty(updatable(rest)) || rest.clientStage !== undefined;
	if (typeof user.UserId === 'number') {
		if (Result !== 'AlreadyInClub') return user;
		// The answer has only a part of the properties.
		return (await orAbsent(session.send('GET /Athletes/{userId}', { params: { userId: user.UserId } }))) ?? user;
	}
	const athlete = isRest || Result === 'AlreadyInClub' ? await session.findByEmail(address, BY_EMAIL) : undefined;
	if (athlete || !isRest) return athlete ?? user;
	throw new ClubError('The club did not give the ID of the athlete', {
		description: `Its answer for "${address}" is ${String(Result)}, but a look-up of this address finds nobody. The names, the phone number, the client stage and other fields were not stored. Look up the athlete, and use Update with the ID.`,
		failure: { cause: 'configuration-invalid' },
	});
}

const flat = (address: string, { User, Password }: IDataObject, Outcome: string, stageKept = false): IDataObject =>
	result({ Email: address, ...(User as IDataObject | undefined), ...(Password !== undefined && { Password }) }, Outcome, stageKept);

export const upsert = defineOperation({
	value: 'upsert',
	name: 'Create or Update',
	action: 'Create or update athlete',
	description: 'Create a new record, or update the current one if it already exists (upsert)',
	calls: [BY_EMAIL, 'PUT /Athletes/{userId}', 'PUT /Athletes/{userId}/ClientStage', 'POST /Athletes', 'GET /Athletes/{userId}'],
	cost: '1 if nothing changes, otherwise 2; 1 more for a client stage that differs, and for sensors or a verified address of an existing athlete',
	fields: [
		{
			...email,
			required: true,
			displayOptions: DEFINED_BELOW,
			hint: 'A new address is a new athlete. To change an address, use Update',
		},
		dataToSend,
		inputsToIgnore,
		{
			...ADDITIONAL_FIELDS,
			displayOptions: DEFINED_BELOW,
			description:
				'The fields to set. An empty text changes nothing. Existing athletes get names, phone, stage, sensors, verified address and additional properties.',
			options: [...createFields, { ...clientStage, required: false }, phone],
		},
		{
			...OPTIONS,
			options: [
				{
					displayName: 'Move Stage Back',
					name: 'moveStageBack',
					type: 'boolean',
					default: true,
					api: false,
					description: 'Whether an athlete may go back from Client, or to Lead. If off, the stage stays and the item has StageKept.',
				},
			],
		},
	],
	lookUp: BY_EMAIL,
	spoiltIsBlank: true,
	before: async (session, { email: address }) => await session.findByEmail(address, BY_EMAIL, true),
	async run(session, values, _, athlete) {
		const fields: IDataObject = Object.fromEntries(Object.entries(values.additionalFields).filter(([, value]) => !isBlank(value)));
		const keepsStage = !values.options.moveStageBack;
		return athlete
			? await bringUpToDate(session, values.email, athlete, fields, keepsStage)
			: await add(session, values.email, fields, keepsStage);
	},
});
