import type { Api, Call } from '../api.mts';
import { athleteByEmail, contactByEmail, type Club } from '../club.mts';
import type { Person, Sensor } from '../data/people.mts';
import type { Dialect } from '../dialect.mts';
import { invalid, refuse } from '../refusal.mts';
import { shownAthlete } from '../shown.mts';
import type { Athlete, Contact, Json } from '../types.mts';
import type { Changes } from '../changes.mts';
import { checkProfile } from './athletes.mts';

const SENSOR_BRANDS = ['Club', 'Polar', 'Garmin'];

function check(body: Json): void {
	checkProfile(body);
	if (typeof body.Email !== 'string') throw invalid('Email', 'The value is required.');
	for (const name of ['UserConfirmed', 'EmailVerified', 'ShowPasswordOnCreate', 'NoEmailOnCreate']) {
		if (body[name] !== undefined && typeof body[name] !== 'boolean') throw invalid(name, 'The value is not a boolean.');
	}
	for (const name of ['Weight', 'Height', 'PlatformLevel']) {
		if (body[name] !== undefined && typeof body[name] !== 'number') throw invalid(name, 'The value is not a number.');
	}
	if (body.BirthDate !== undefined && !/^\d{4}-\d\d-\d\d$/.test(String(body.BirthDate)))
		throw invalid('BirthDate', 'The value is not a date.');
	const password = body.SetPasswordOnCreate;
	if (password !== undefined && (typeof password !== 'string' || password.length < 6 || password.length > 16)) {
		throw refuse(400, 'The password must have 6 to 16 characters.', 'InvalidData');
	}
	for (const sensor of (body.Sensors ?? []) as Json[]) {
		if (!SENSOR_BRANDS.includes(String(sensor.SensorBrand)) || !sensor.SensorSN) throw refuse(400, 'A sensor is not valid.', 'InvalidData');
	}
}

function checkLicence(club: Club): void {
	if (club.athletes.size >= club.athleteLimit) {
		throw refuse(403, 'The licence of the club allows no further athlete.', 'LicenseResourceLimitExceeded');
	}
}

/** Updates a known user of the platform: a verified address stays verified, and sensors are merged (§3.3). */
function mergeInto(person: Partial<Person>, { EmailVerified, Sensors = [] }: Json): void {
	if (EmailVerified === true) person.EmailVerified = true;
	const known = person.Sensors ?? [];
	const isKnown = ({ SensorBrand, SensorSN }: Sensor) =>
		known.some((sensor) => sensor.SensorBrand === SensorBrand && sensor.SensorSN === SensorSN);
	const added = (Sensors as Sensor[]).filter((sensor) => !isKnown(sensor));
	if (added.length > 0) person.Sensors = [...known, ...added];
}

const shownUser = ({ UserId, Email, FirstMidName, LastName, IsDemo, IsGuest }: Athlete): Json => ({
	UserId,
	Email,
	FirstMidName,
	LastName,
	IsDemo,
	IsGuest,
});

/** Adds or invites a person with an account: a contact of the club, or a user outside it. */
function joinOrInvite({ club, body }: Call, changes: Changes, known: Contact | Person): Json {
	mergeInto(known, body);
	const address = known.Email.toLowerCase();
	const invited = club.invitations.has(address);
	if (body.UserConfirmed !== true) {
		club.invitations.add(address);
		return { Result: invited ? 'PendingInvitation' : 'Invited', User: { UserId: known.UserId, Email: known.Email } };
	}
	checkLicence(club);
	const contact = club.contacts.get(known.UserId);
	if (contact) changes.removeContact(club, contact, 'ConvertedToAthlete');
	club.otherUsers.delete(address);
	club.invitations.delete(address);
	return {
		Result: 'Added',
		User: shownUser(changes.addAthlete(club, { ...known, IsGuest: false, ClientStage: contact?.ClientStage ?? 'Lead' })),
	};
}

function create(call: Call, changes: Changes): Json {
	const { club, body } = call;
	check(body);
	const email = (body.Email as string).trim();
	const member = athleteByEmail(club, email);
	if (member) {
		mergeInto(member as Partial<Person>, body);
		return { Result: 'AlreadyInClub', User: shownUser(member) };
	}
	const known = contactByEmail(club, email) ?? club.otherUsers.get(email.toLowerCase());
	if (known) return joinOrInvite(call, changes, known);
	checkLicence(club);
	const athlete = changes.addAthlete(club, {
		Email: email,
		FirstMidName: (body.FirstMidName as string | undefined) ?? '',
		LastName: (body.LastName as string | undefined) ?? '',
		Phone: null,
	});
	mergeInto(athlete as Partial<Person>, body);
	if (body.PlatformLevel) club.levels.set(athlete.UserId, body.PlatformLevel as number);
	const password = (body.SetPasswordOnCreate as string | undefined) ?? `pw-${athlete.UserId}`;
	return { Result: 'Created', User: shownUser(athlete), ...(body.ShowPasswordOnCreate === true && { Password: password }) };
}

const shownResult = (dialect: Dialect, { User, ...result }: Json): Json => ({ ...result, User: shownAthlete(dialect, User as Json) });

export function athleteCreationRoutes(api: Api, changes: Changes): void {
	api.route('POST /Athletes', { show: shownResult, handle: (call) => create(call, changes) });
}
