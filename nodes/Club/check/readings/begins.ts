import type { IDataObject } from 'n8n-workflow';
import { isoOf, LARGEST_OFFSET_MS, MINUTE_MS, momentOf, timeOf } from '../../../shared/api/time';
import type { Evidence } from '../evidence';
import { clubZone, rowsSeen } from '../evidence';
import type { Finding } from './tellers';
import { answered, goesBy, hasCursors, isLast, findingFrom, tally } from './tellers';

const CALENDAR = 'GET /Classes/Calendars/{calendarType}';

/** Max difference between the local times of two places, in ms. */
const MAX_APART_MS = 2 * LARGEST_OFFSET_MS;

/** The direction of trainings, from begins that are days apart, so that the timezones of the athletes cannot change it. */
function directionOfTrainings(rows: readonly IDataObject[]): 'forward' | 'backward' | undefined {
	const begins = rows.flatMap(({ BeginDateLocal }) => timeOf(BeginDateLocal, 'utc') ?? []);
	const steps = begins.flatMap((begin, index) =>
		begins.slice(index + 1).flatMap((next) => (Math.abs(next - begin) > MAX_APART_MS ? next > begin : [])),
	);
	if (steps.length === 0 || new Set(steps).size > 1) return undefined;
	return steps[0] ? 'forward' : 'backward';
}

/** The order of trainings. A club may use one direction without bounds, and the other with only `to`. */
export function trainingOrder(evidence: Evidence): Finding<'ascending' | 'descending' | 'descendingWithTo'> {
	const all = answered(evidence, 'GET /Trainings', 'GET /Athletes/{userId}/Trainings').filter(
		({ query }) => query.from === undefined && !query.cursor,
	);
	const directionsWhere = (isBounded: boolean) => {
		const lists = all.filter(({ query }) => (query.to !== undefined) === isBounded);
		return tally(lists, (sight) => directionOfTrainings(rowsSeen(sight)));
	};
	const [unbounded, upTo] = [directionsWhere(false), directionsWhere(true)];
	const because = `Trainings without bounds: ${unbounded.forward ?? 0} lists ascend, ${unbounded.backward ?? 0} descend. With only to: ${upTo.forward ?? 0} and ${upTo.backward ?? 0}.`;
	if (unbounded.forward && unbounded.backward) return { because };
	if (unbounded.backward && !upTo.forward) return { reading: 'descending', because };
	if (!unbounded.forward || (upTo.forward && upTo.backward)) return { because };
	return upTo.backward ? { reading: 'descendingWithTo', because } : upTo.forward ? { reading: 'ascending', because } : { because };
}

/** The begin that trainings are ordered by: UTC or local, if the other one is not in order. */
export function trainingBegin(evidence: Evidence): Finding<'instant' | 'local'> {
	const counts = tally(answered(evidence, 'GET /Trainings'), (sight) => {
		const rows = rowsSeen(sight);
		const name = Object.keys(rows[0] ?? {}).find((key) => /^(begin|start).*utc$/i.test(key)) ?? '';
		const [instants, locals] = [name, 'BeginDateLocal'].map((key) => rows.map((row) => timeOf(row[key], 'utc') ?? NaN));
		return [...instants, ...locals].some(Number.isNaN) ? undefined : goesBy('instant', instants, 'local', locals);
	});
	return hasCursors(evidence) ? findingFrom('pages of trainings', counts) : { because: 'No page has a cursor.' };
}

/** The offset of a timezone from UTC at a moment, in ms. */
const offsetAt = (instant: number, zone: string): number => momentOf(isoOf(instant), 'utc').setZone(zone).offset * MINUTE_MS;

/** The begin of a class in both readings of a bound, in ms. */
interface Compared {
	ClassId: unknown;
	instant: number;
	local: number;
}

/** Whether bounds are instants or local times: a class near a bound is included in one reading only. A missing class counts on a last page only. */
export function bounds(evidence: Evidence): Finding<'instant' | 'local'> {
	const zone = clubZone(evidence);
	if (zone === undefined) return { because: 'The profile has no time zone.' };
	const windows = answered(evidence, CALENDAR);
	const known = (type: unknown): Compared[] =>
		windows
			.filter(({ params }) => params.calendarType === type)
			.flatMap((sight) =>
				rowsSeen(sight).flatMap(({ ClassId, Begin }) => {
					const instant = timeOf(Begin, zone);
					return instant === undefined ? [] : [{ ClassId, instant, local: instant + offsetAt(instant, zone) }];
				}),
			);
	const votes = windows.flatMap((sight) => {
		const [from, to] = [timeOf(sight.query.from, 'utc'), timeOf(sight.query.to, 'utc')];
		if (from === undefined || to === undefined) return [];
		const isWithin = (time: number) => time >= from && time < to;
		const given = new Set<unknown>(rowsSeen(sight).map(({ ClassId }) => ClassId));
		return known(sight.params.calendarType)
			.filter(({ instant, local }) => isWithin(instant) !== isWithin(local))
			.filter(({ ClassId }) => given.has(ClassId) || (isLast(sight) && !sight.query.cursor))
			.map(({ ClassId, instant }) => (given.has(ClassId) === isWithin(instant) ? 'instant' : 'local'));
	});
	return findingFrom(
		'classes near a bound',
		tally(votes, (vote) => vote),
	);
}
