import { booleanFrom, momentFrom, paged, type Api, type Call } from '../api.mts';
import { telemetryOf } from '../data/activities.mts';
import type { Dialect } from '../dialect.mts';
import { found, refuse } from '../refusal.mts';
import { shownAthlete } from '../shown.mts';
import type { Athlete, Json, Training } from '../types.mts';
import { athleteOr404 } from './athletes.mts';

const FIVE_HOURS = 5 * 60 * 60 * 1000;

const TRAINING_QUERY = ['from', 'to', 'origin', 'count', 'cursor'];
const FLAGS = ['withTelemetry', 'withUser'];

const userOf = (dialect: Dialect, athlete: Athlete | undefined): Json | null => (athlete ? shownAthlete(dialect, athlete) : null);

const enriched = ({ club, dialect, query }: Call, training: Training): Json => ({
	...training,
	...(booleanFrom(query.withTelemetry) && { Telemetry: telemetryOf(training) }),
	...(booleanFrom(query.withUser) && { User: userOf(dialect, club.athletes.get(training.UserId)) }),
});

/** Trainings that begin from `from` to `to`, both inclusive. Raw telemetry is possible for up to five hours (§4.8). */
function trainings(call: Call, isListed: (training: Training) => boolean): Json {
	const from = momentFrom(call, 'from');
	const to = momentFrom(call, 'to');
	const withTelemetry = booleanFrom(call.query.withTelemetry);
	if (from !== undefined && to !== undefined && from > to) throw refuse(400, 'from is later than to.');
	if (withTelemetry && (from === undefined || to === undefined || to - from > FIVE_HOURS)) {
		throw refuse(400, 'Raw telemetry needs from and to, at most five hours apart.');
	}
	const origin = call.query.origin ?? 'Any';
	if (!['Any', 'Sensor', 'Manual'].includes(origin)) throw refuse(400, 'origin is not valid.');
	const beginOf = ({ BeginUTC }: Training) => Date.parse(BeginUTC);
	const rows = [...call.club.trainings.values()]
		.filter((training) => isListed(training) && (origin === 'Any' || training.Origin === origin))
		.filter((training) => beginOf(training) >= (from ?? -Infinity) && beginOf(training) <= (to ?? Infinity))
		.sort((a, b) => beginOf(a) - beginOf(b) || a.TrainingId - b.TrainingId);
	return paged(call, {
		rows,
		positionOf: (training) => [beginOf(training), training.TrainingId],
		descending: call.dialect.trainingOrder === 'descending',
		show: (training) => enriched(call, training),
		default: withTelemetry ? 10 : 30,
		max: withTelemetry ? 30 : 100,
		clamp: true,
		legacy: 'time',
		enrichment: FLAGS,
	});
}

export function trainingRoutes(api: Api): void {
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
		handle: (call) => enriched(call, found(call.club.trainings.get(call.params.trainingId), 'The training')),
	});
}
