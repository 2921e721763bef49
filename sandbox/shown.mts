import { DateTime } from 'luxon';
import { CLUB_ZONE, zoneOf } from './data/people.mts';
import type { Dialect } from './dialect.mts';
import type { Assignment, Json, Training } from './types.mts';

/** A moment of an assignment, as it is given back (§2.11). */
export function shownMoment(dialect: Dialect, moment: string): string {
	if (dialect.assignmentDates === 'asSent') return moment;
	const zone = dialect.assignmentDates === 'clubSeconds' ? CLUB_ZONE : 'utc';
	return DateTime.fromISO(moment, { zone }).startOf('second').toISO({ suppressMilliseconds: true })!;
}

/** An assignment as the API gives it (§2.11). */
export const shownAssignment = (dialect: Dialect, assignment: Assignment): Json => ({
	...assignment,
	From: shownMoment(dialect, assignment.From),
	To: shownMoment(dialect, assignment.To),
});

/** A training as the API gives it (§2.13). */
export function shownTraining(dialect: Dialect, training: Training): Json {
	const zone = { utc: 'utc', club: CLUB_ZONE, athlete: zoneOf(training.UserId) }[dialect.localTimes];
	return { ...training, BeginDateLocal: DateTime.fromISO(training.BeginUTC, { zone }).toFormat("yyyy-MM-dd'T'HH:mm:ss") };
}

/** A value without properties that are null, at any depth. */
function withoutNulls(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withoutNulls);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== null).map(([name, inner]) => [name, withoutNulls(inner)]));
}

/** An answer, or the data of an event, with or without its nulls (§6.1). */
export const shownNulls = (dialect: Dialect, value: unknown): unknown => (dialect.nulls === 'missing' ? withoutNulls(value) : value);
