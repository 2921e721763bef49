import type { IDataObject } from 'n8n-workflow';
import { isoOf, LARGEST_OFFSET_MS, MINUTE_MS, momentOf, timeOf } from '../../../shared/api/time';
import type { Evidence } from '../evidence';
import { clubZone, rowsSeen } from '../evidence';
import type { Finding } from './tellers';
import { answered, goesBy, hasCursors, isLast, findingFrom, tally } from './tellers';

const CALENDAR = 'GET /Classes/Calendars/{calendarType}';

/** Local times of two places are so far apart at most, in ms. */
const APART_MS = 2 * LARGEST_OFFSET_MS;

/** Which way trainings go, as far as the zones of two people cannot turn it: by begins that are days apart. */
function wayOfTrainings(rows: readonly IDataObject[]): 'forward' | 'backward' | undefined {
	const places = rows.flatMap(({ BeginDateLocal }) => timeOf(BeginDateLocal, 'utc') ?? []);
	const steps = places.flatMap((place, index) =>
		places.slice(index + 1).flatMap((later) => (Math.abs(later - place) > APART_MS ? later > place : [])),
	);
	if (steps.length === 0 || new Set(steps).size > 1) return undefined;
	return steps[0] ? 'forward' : 'backward';
}

/** Without bounds a club may go one way, and with only `to` the other. */
export function trainingOrder(evidence: Evidence): Finding<'ascending' | 'descending' | 'descendingWithTo'> {
	const all = answered(evidence, 'GET /Trainings', 'GET /Athletes/{userId}/Trainings').filter(
		({ query }) => query.from === undefined && !query.cursor,
	);
	const waysWhere = (bounded: boolean) => {
		const asked = all.filter(({ query }) => (query.to !== undefined) === bounded);
		return tally(asked, (sight) => wayOfTrainings(rowsSeen(sight)));
	};
	const [free, upTo] = [waysWhere(false), waysWhere(true)];
	const because = `Trainings without bounds: ${free.forward ?? 0} lists ascend, ${free.backward ?? 0} descend. With only to: ${upTo.forward ?? 0} and ${upTo.backward ?? 0}.`;
	if (free.forward && free.backward) return { because };
	if (free.backward && !upTo.forward) return { reading: 'descending', because };
	if (!free.forward || (upTo.forward && upTo.backward)) return { because };
	return upTo.backward ? { reading: 'descendingWithTo', because } : upTo.forward ? { reading: 'ascending', because } : { because };
}

/** Which of its two begins trainings are in order by, where one is not. */
export function trainingBegin(evidence: Evidence): Finding<'instant' | 'local'> {
	const counts = tally(answered(evidence, 'GET /Trainings'), (sight) => {
		const rows = rowsSeen(sight);
		const name = Object.keys(rows[0] ?? {}).find((key) => /^(begin|start).*utc$/i.test(key)) ?? '';
		const [instants, locals] = [name, 'BeginDateLocal'].map((key) => rows.map((row) => timeOf(row[key], 'utc') ?? NaN));
		return [...instants, ...locals].some(Number.isNaN) ? undefined : goesBy('instant', instants, 'local', locals);
	});
	return hasCursors(evidence) ? findingFrom('pages of trainings', counts) : { because: 'No page has a cursor.' };
}

/** How far the clocks of a zone are ahead of UTC at a moment, in ms. */
const offsetAt = (instant: number, zone: string): number => momentOf(isoOf(instant), 'utc').setZone(zone).offset * MINUTE_MS;

/** A time of a class in both readings of a bound, in ms. */
interface Compared {
	ClassId: unknown;
	instant: number;
	local: number;
}

/** Classes near a bound are there in one reading, and not in the other. What is missing tells where the page is the last. */
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
