import { idRange, paged, type Api, type Call } from '../api.mts';
import { athleteByEmail, listedAthletes, type Club } from '../club.mts';
import { invalid, notFound, refuse } from '../refusal.mts';
import { STAGES, type Athlete, type Json, type Stage } from '../types.mts';
import type { World } from '../world.mts';

const PAGING = ['fromId', 'toId', 'count', 'cursor'];
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const SENSOR_BRANDS = ['Club', 'Polar', 'Garmin'];

export function athleteOr404({ club, params }: Call): Athlete {
	const athlete = club.athletes.get(params.userId);
	if (!athlete) throw notFound('The athlete');
	return athlete;
}

function nonDemo(call: Call): Athlete {
	const athlete = athleteOr404(call);
	if (athlete.IsDemo) throw notFound('The athlete');
	return athlete;
}

/** The address of a look-up (§4.2): required, trimmed, at most 254 characters. */
export function emailFrom({ query }: Call): string {
	const email = (query.email ?? '').trim();
	if (!EMAIL.test(email) || email.length > 254) throw refuse(400, 'email is missing or is no email address.');
	return email;
}

export function stageFrom({ body }: Call): Stage {
	if (!STAGES.includes(body.ClientStage as Stage)) throw invalid('ClientStage', 'The value is missing or not valid.');
	return body.ClientStage as Stage;
}

function checkProfile(body: Json): void {
	for (const name of ['Email', 'FirstMidName', 'LastName', 'Phone']) {
		const value = body[name];
		if (value !== undefined && value !== null && typeof value !== 'string') throw invalid(name, 'The value is not a text.');
	}
	const email = body.Email;
	if (typeof email === 'string' && (!EMAIL.test(email) || email.length > 254)) throw invalid('Email', 'The value is no email address.');
}

function checkCreate(body: Json): void {
	checkProfile(body);
	if (typeof body.Email !== 'string') throw invalid('Email', 'The value is required.');
	for (const name of ['UserConfirmed', 'EmailVerified', 'ShowPasswordOnCreate', 'NoEmailOnCreate']) {
		if (body[name] !== undefined && typeof body[name] !== 'boolean') throw invalid(name, 'The value is not a boolean.');
	}
	for (const name of ['Weight', 'Height', 'PlatformLevel']) {
		if (body[name] !== undefined && typeof body[name] !== 'number') throw invalid(name, 'The value is not a number.');
	}
	if (body.BirthDate !== undefined && !/^\d{4}-\d\d-\d\d$/.test(String(body.BirthDate))) throw invalid('BirthDate', 'The value is not a date.');
	const password = body.SetPasswordOnCreate;
	if (password !== undefined && (typeof password !== 'string' || password.length < 6 || password.length > 16)) {
		throw refuse(400, 'The password must have 6 to 16 characters.', 'InvalidData');
	}
	for (const sensor of (body.Sensors ?? []) as Json[]) {
		if (!SENSOR_BRANDS.includes(String(sensor.SensorBrand)) || !sensor.SensorSN) throw refuse(400, 'A sensor is not valid.', 'InvalidData');
	}
}

const shownUser = ({ UserId, Email, FirstMidName, LastName, IsDemo, IsGuest }: Athlete): Json => ({ UserId, Email, FirstMidName, LastName, IsDemo, IsGuest });

function checkLicence(club: Club): void {
	if (club.athletes.size >= club.athleteLimit) {
		throw refuse(403, 'The licence of the club allows no further athlete.', 'LicenseResourceLimitExceeded');
	}
}

/** The workflow of POST /Athletes (§3.3). */
function create({ club, body }: Call, world: World): Json {
	checkCreate(body);
	const email = (body.Email as string).trim();
	const existing = athleteByEmail(club, email);
	if (existing) return { Result: 'AlreadyInClub', User: shownUser(existing) };
	const known = club.otherUsers.get(email.toLowerCase());
	if (known && body.UserConfirmed !== true) {
		const first = !club.invitations.has(email.toLowerCase());
		club.invitations.add(email.toLowerCase());
		return { Result: first ? 'Invited' : 'PendingInvitation', User: { UserId: known.UserId, Email: known.Email } };
	}
	checkLicence(club);
	if (known) {
		const athlete = world.addAthlete(club, { Email: known.Email, FirstMidName: known.FirstMidName, LastName: known.LastName });
		club.otherUsers.delete(email.toLowerCase());
		return { Result: 'Added', User: shownUser(athlete) };
	}
	const athlete = world.addAthlete(club, {
		Email: email,
		FirstMidName: (body.FirstMidName as string | undefined) ?? '',
		LastName: (body.LastName as string | undefined) ?? '',
		Phone: null,
	});
	const password = (body.SetPasswordOnCreate as string | undefined) ?? `pw-${athlete.UserId}`;
	return { Result: 'Created', User: shownUser(athlete), ...(body.ShowPasswordOnCreate === true && { Password: password }) };
}

function update(call: Call, world: World): Athlete {
	const { body, club } = call;
	const athlete = athleteOr404(call);
	checkProfile(body);
	if (club.staff.has(athlete.UserId)) throw refuse(403, 'The user is a trainer or manager, so the profile cannot be changed here.');
	if (typeof body.Email === 'string') {
		const other = athleteByEmail(club, body.Email);
		if ((other && other !== athlete) || club.otherUsers.has(body.Email.toLowerCase())) throw refuse(409, 'Email already in use', 'EmailAlreadyInUse');
	}
	const changes = Object.entries(body).filter(([name, value]) => value !== null && JSON.stringify(athlete[name]) !== JSON.stringify(value));
	if (changes.length === 0) return athlete;
	Object.assign(athlete, Object.fromEntries(changes));
	world.athleteChanged(club, athlete);
	return athlete;
}

export function athleteRoutes(api: Api, world: World): void {
	api.route('GET /Athletes', {
		query: PAGING,
		handle: (call) => {
			const { rows, descending } = idRange(call, listedAthletes(call.club), ({ UserId }) => UserId);
			return paged(call, { rows, descending, positionOf: ({ UserId }) => [UserId], default: 500, max: 1000 });
		},
	});
	api.route('POST /Athletes', { permission: 'ReadWrite', handle: (call) => create(call, world) });
	api.route('GET /Athletes/ByEmail', {
		query: ['email'],
		handle: (call) => {
			const athlete = athleteByEmail(call.club, emailFrom(call));
			if (!athlete) throw notFound('An athlete with this email address');
			return athlete;
		},
	});
	api.route('GET /Athletes/{userId}', { handle: athleteOr404 });
	api.route('PUT /Athletes/{userId}', { permission: 'ReadWrite', handle: (call) => update(call, world) });
	api.route('DELETE /Athletes/{userId}', {
		permission: 'ReadWrite',
		handle: (call) => {
			const athlete = athleteOr404(call);
			if (athlete.IsDemo) throw refuse(403, 'A demo athlete cannot be removed.');
			world.removeAthlete(call.club, athlete);
			return athlete;
		},
	});
	api.route('PUT /Athletes/{userId}/ClientStage', {
		permission: 'ReadWrite',
		body: ['ClientStage'],
		handle: (call) => {
			const stage = stageFrom(call);
			const athlete = nonDemo(call);
			world.setStage(call.club, athlete, stage);
			return athlete;
		},
	});
	api.route('PUT /Athletes/{userId}/IsGuest', {
		permission: 'ReadWrite',
		body: ['IsGuest'],
		handle: (call) => {
			if (typeof call.body.IsGuest !== 'boolean') throw invalid('IsGuest', 'The value is missing or no boolean.');
			const athlete = nonDemo(call);
			if (athlete.IsGuest !== call.body.IsGuest) {
				athlete.IsGuest = call.body.IsGuest;
				world.athleteChanged(call.club, athlete);
			}
			return athlete;
		},
	});
}

export { PAGING };
