import { booleanFrom, idRange, listed, momentFrom, paged, unranged, type Api, type Call } from '../api.mts';
import { telemetryOf } from '../data/activities.mts';
import { notFound, refuse } from '../refusal.mts';
import { shownTraining } from '../shown.mts';
import type { Challenge, Contact, Json, Training } from '../types.mts';
import type { World } from '../world.mts';
import { athleteOr404, emailFrom, PAGING, stageFrom } from './athletes.mts';

const FIVE_HOURS = 5 * 60 * 60 * 1000;

function contactOr404({ club, params }: Call): Contact {
	const contact = club.contacts.get(params.userId);
	if (!contact) throw notFound('The contact');
	return contact;
}

function contactRoutes(api: Api, world: World): void {
	api.route('GET /Contacts', {
		query: PAGING,
		handle: (call) => {
			const range = idRange(call, [...call.club.contacts.values()], ({ UserId }) => UserId);
			return paged(call, { ...range, positionOf: ({ UserId }) => [UserId], default: 500, max: 1000 });
		},
	});
	api.route('GET /Contacts/ByEmail', {
		query: ['email'],
		handle: (call) => {
			const email = emailFrom(call).toLowerCase();
			const contact = [...call.club.contacts.values()].find(({ Email }) => Email.toLowerCase() === email);
			if (!contact) throw notFound('A contact with this email address');
			return contact;
		},
	});
	api.route('GET /Contacts/{userId}', { handle: contactOr404 });
	api.route('PUT /Contacts/{userId}/ClientStage', {
		permission: 'ReadWrite',
		body: ['ClientStage'],
		handle: (call) => {
			const stage = stageFrom(call);
			const contact = contactOr404(call);
			world.setStage(call.club, contact as Contact & { ClientStage: typeof stage }, stage);
			return contact;
		},
	});
}

const TRAINING_QUERY = ['from', 'to', 'origin', 'count', 'cursor'];
const FLAGS = ['withTelemetry', 'withUser'];

/** A training with what the flags of the call add to it. */
const enriched = ({ club, dialect, query }: Call, training: Training): Json => ({
	...shownTraining(dialect, training),
	...(booleanFrom(query.withTelemetry) && { Telemetry: telemetryOf(training) }),
	...(booleanFrom(query.withUser) && { User: club.athletes.get(training.UserId) ?? null }),
});

/** Trainings with Begin from `from` to `to`, both inclusive; raw telemetry for at most five hours (§4.8). */
function trainings(call: Call, own: (training: Training) => boolean): Json {
	const from = momentFrom(call, 'from');
	const to = momentFrom(call, 'to');
	const withTelemetry = booleanFrom(call.query.withTelemetry);
	if (from !== undefined && to !== undefined && from > to) throw refuse(400, 'from is later than to.');
	if (withTelemetry && (from === undefined || to === undefined || to - from > FIVE_HOURS)) {
		throw refuse(400, 'Raw telemetry needs from and to, at most five hours apart.');
	}
	const origin = call.query.origin ?? 'Any';
	if (!['Any', 'Sensor', 'Manual'].includes(origin)) throw refuse(400, 'origin is not valid.');
	const positionOf = ({ BeginUTC, TrainingId }: Training) => [Date.parse(BeginUTC), TrainingId];
	const rows = [...call.club.trainings.values()]
		.filter((training) => own(training) && (origin === 'Any' || training.Origin === origin))
		.filter(({ BeginUTC }) => Date.parse(BeginUTC) >= (from ?? -Infinity) && Date.parse(BeginUTC) <= (to ?? Infinity))
		.sort((a, b) => Date.parse(a.BeginUTC) - Date.parse(b.BeginUTC) || a.TrainingId - b.TrainingId);
	const onlyTo = from === undefined && to !== undefined;
	return paged(call, {
		rows,
		positionOf,
		descending: { ascending: false, descending: true, descendingWithTo: onlyTo }[call.dialect.trainingOrder],
		show: (training) => enriched(call, training),
		default: withTelemetry ? 10 : 30,
		max: withTelemetry ? 30 : 100,
		clamp: true,
		legacy: 'time',
		enrichment: FLAGS,
	});
}

function trainingRoutes(api: Api): void {
	api.route('GET /Trainings', { query: TRAINING_QUERY, enrichment: FLAGS, handle: (call) => trainings(call, () => true) });
	api.route('GET /Athletes/{userId}/Trainings', {
		query: TRAINING_QUERY,
		enrichment: FLAGS,
		handle: (call) => {
			const { UserId } = athleteOr404(call);
			return trainings(call, (training) => training.UserId === UserId);
		},
	});
	api.route('GET /Trainings/{trainingId}', {
		enrichment: FLAGS,
		handle: (call) => {
			const training = call.club.trainings.get(call.params.trainingId);
			if (!training) throw notFound('The training');
			return enriched(call, training);
		},
	});
}

function challengeOr404({ club, params }: Call): Challenge {
	const challenge = club.challenges.get(params.challengeId);
	if (!challenge) throw notFound('The challenge');
	return challenge;
}

const resultOf = (challenge: Challenge, UserId: number, rank: number): Json => ({
	ChallengeId: challenge.ChallengeId,
	UserId,
	Rank: rank,
	Score: 1000 - rank * 3,
});

function resultsOf(call: Call): Json[] {
	const challenge = challengeOr404(call);
	return [...call.club.athletes.values()].slice(0, 120).map(({ UserId }, index) => resultOf(challenge, UserId, index + 1));
}

function challengeRoutes(api: Api): void {
	api.route('GET /Challenges', {
		query: PAGING,
		handle: (call) => {
			const range = idRange(unranged(call, call.dialect.challengeRange), [...call.club.challenges.values()], ({ ChallengeId }) => ChallengeId);
			return listed(call, call.dialect.challenges, { ...range, positionOf: ({ ChallengeId }) => [ChallengeId], default: 100, max: 1000 });
		},
	});
	api.route('GET /Challenges/{challengeId}', { handle: challengeOr404 });
	api.route('GET /Challenges/{challengeId}/Results', {
		query: PAGING,
		handle: (call) => {
			const range = idRange(unranged(call, call.dialect.challengeRange), resultsOf(call), ({ UserId }) => UserId as number);
			const byRank = call.dialect.resultOrder === 'rank' && call.dialect.cursors !== 'none';
			return listed(call, call.dialect.results, {
				...(byRank ? { rows: range.rows, legacy: 'none' } : range),
				positionOf: ({ Rank, UserId }) => [(byRank ? Rank : UserId) as number],
				default: 100,
				max: 1000,
			});
		},
	});
	api.route('GET /Challenges/{challengeId}/Results/{userId}', {
		handle: (call) => {
			const result = resultsOf(call).find(({ UserId }) => UserId === call.params.userId);
			if (!result) throw notFound('The result');
			return result;
		},
	});
}

export function otherRoutes(api: Api, world: World): void {
	api.route('GET /Profile', { handle: ({ club }) => club.profile });
	contactRoutes(api, world);
	trainingRoutes(api);
	challengeRoutes(api);
}
