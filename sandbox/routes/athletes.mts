import { visibleRows, byId, paged, type Api, type Call } from '../api.mts';
import { athleteByEmail, contactByEmail, listedAthletes } from '../club.mts';
import { found, invalid, notFound, refuse } from '../refusal.mts';
import { shownAthlete } from '../shown.mts';
import { STAGES, type Athlete, type Json, type Stage } from '../types.mts';
import type { Changes } from '../changes.mts';

export const PAGING = ['fromId', 'toId', 'count', 'cursor'];
/** The properties of the global user profile (§2.4): those in the spec and some others. */
const PROFILE = 'Email FirstMidName LastName Phone BirthDate Gender Weight Height Country HomeTown Language PictureUri'.split(' ');

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export const athleteOr404 = ({ club, params }: Call): Athlete => found(club.athletes.get(params.userId), 'The athlete');

function nonDemoOr404(call: Call): Athlete {
	const athlete = athleteOr404(call);
	if (athlete.IsDemo) throw notFound('The athlete');
	return athlete;
}

/** The email address of a look-up (§4.2): required, trimmed, up to 254 characters. */
export function emailFrom({ query }: Call): string {
	const email = (query.email ?? '').trim();
	if (!EMAIL.test(email) || email.length > 254) throw refuse(400, 'email is missing or is no email address.');
	return email;
}

/** The person, unless their address differs in case and the dialect compares it exactly (§4.2). */
export const matchedByEmail = <T extends { Email: string }>(call: Call, person: T | undefined): T | undefined => {
	const asGiven = person && shownAthlete(call.dialect, person).Email === emailFrom(call);
	return asGiven || call.dialect.emailLookUp === 'anyCase' ? person : undefined;
};

export function stageFrom({ body }: Call): Stage {
	if (!STAGES.includes(body.ClientStage as Stage)) throw invalid('ClientStage', 'The value is missing or not valid.');
	return body.ClientStage as Stage;
}

export function checkProfile(body: Json): void {
	for (const name of ['Email', 'FirstMidName', 'LastName', 'Phone']) {
		const value = body[name];
		if (value !== undefined && value !== null && typeof value !== 'string') throw invalid(name, 'The value is not a text.');
	}
	const email = body.Email;
	if (typeof email === 'string' && (!EMAIL.test(email) || email.length > 254)) throw invalid('Email', 'The value is no email address.');
}

function update(call: Call, changes: Changes): Athlete {
	const { body, club } = call;
	const athlete = athleteOr404(call);
	checkProfile(body);
	if (club.staff.has(athlete.UserId)) throw refuse(403, 'The user is a trainer or manager, so the profile cannot be changed here.');
	if (typeof body.Email === 'string') {
		const other = athleteByEmail(club, body.Email);
		const taken = (other && other !== athlete) || contactByEmail(club, body.Email) || club.otherUsers.has(body.Email.toLowerCase());
		if (taken) throw refuse(409, 'Email already in use', 'EmailAlreadyInUse');
	}
	const supplied = Object.entries(body).filter(([name, value]) => PROFILE.includes(name) && value !== null);
	const changed = supplied.filter(([name, value]) => JSON.stringify(athlete[name]) !== JSON.stringify(value));
	if (changed.length === 0) return athlete;
	Object.assign(athlete, Object.fromEntries(changed));
	changes.athleteChanged(club, athlete);
	return athlete;
}

export function athleteRoutes(api: Api, changes: Changes): void {
	api.route('GET /Athletes', {
		query: PAGING,
		handle: (call) =>
			paged(call, {
				...byId(call, visibleRows(call, listedAthletes(call.club)), ({ UserId }) => UserId),
				show: (athlete) => shownAthlete(call.dialect, athlete),
				default: 500,
				max: 1000,
			}),
	});
	api.route('GET /Athletes/ByEmail', {
		query: ['email'],
		show: shownAthlete,
		handle: (call) => found(matchedByEmail(call, athleteByEmail(call.club, emailFrom(call))), 'An athlete with this email address'),
	});
	api.route('GET /Athletes/{userId}', { show: shownAthlete, handle: athleteOr404 });
	api.route('PUT /Athletes/{userId}', { show: shownAthlete, handle: (call) => update(call, changes) });
	api.route('DELETE /Athletes/{userId}', {
		show: shownAthlete,
		handle: (call) => {
			const athlete = athleteOr404(call);
			if (athlete.IsDemo) throw refuse(403, 'A demo athlete cannot be removed.');
			changes.removeAthlete(call.club, athlete);
			return athlete;
		},
	});
	api.route('PUT /Athletes/{userId}/ClientStage', {
		show: shownAthlete,
		body: ['ClientStage'],
		handle: (call) => {
			const stage = stageFrom(call);
			const athlete = nonDemoOr404(call);
			changes.setStage(call.club, athlete, stage);
			return athlete;
		},
	});
	api.route('PUT /Athletes/{userId}/IsGuest', {
		show: shownAthlete,
		body: ['IsGuest'],
		handle: (call) => {
			if (typeof call.body.IsGuest !== 'boolean') throw invalid('IsGuest', 'The value is missing or no boolean.');
			const athlete = nonDemoOr404(call);
			if (athlete.IsGuest !== call.body.IsGuest) {
				athlete.IsGuest = call.body.IsGuest;
				changes.athleteChanged(call.club, athlete);
			}
			return athlete;
		},
	});
}
