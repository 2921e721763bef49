import type { IDataObject } from 'n8n-workflow';
import { DAY_MS, HOUR_MS } from '../../shared/api/time';
import type { PollSettings } from '../settings';
import { checkCount, checkInOf, countOf, countProperty } from '../properties';
import type { PolledEvent, Value } from './polledEvent';
import { becameTrue } from './polledEvent';

/** With fewer check-ins in the period before, a drop is chance. */
const MIN_CHECK_INS = 4;

/** Whether an athlete has no recent check-in; undefined if the summary has no count. */
function isAbsent(row: IDataObject, settings: PollSettings): boolean | undefined {
	const count = countOf(row, 'absenceField', settings);
	return count === undefined ? undefined : count === 0;
}

/** The number of all check-ins. A new summary without a count and without a last check-in has none. */
function totalOf(row: IDataObject, settings: PollSettings, known: Value | undefined): number | undefined {
	const isNew = known === undefined && checkInOf(row, 'last', settings.zone) === undefined;
	return countOf(row, 'totalField', settings) ?? (isNew ? 0 : undefined);
}

/** A new athlete whose first check-in came after the last whole read started with none. */
function startOf(row: IDataObject, { zone }: PollSettings, since: number): 0 | undefined {
	const first = checkInOf(row, 'first', zone);
	return first !== undefined && first >= since ? 0 : undefined;
}

/** The highest milestone reached. It stays if a correction takes check-ins away, or it would be emitted again. */
function milestoneOf(row: IDataObject, settings: PollSettings, _now: number, known?: Value): number | undefined {
	const total = totalOf(row, settings, known);
	if (total === undefined) return undefined;
	return Math.max(Number(known ?? 0), ...settings.milestones.filter((milestone) => milestone <= total));
}

/** The last check-in, in hours since the epoch, and whether an athlete who has come before stays away; null for unknown. */
type Visits = [last: number | null, isAway: boolean | null];

/**
 * The remembered visits of an athlete. The last check-in is kept to the hour, since each different value takes space in the static
 * data. It never goes back with a correction, and a check-in in the future does not count yet.
 */
function visitsOf(row: IDataObject, settings: PollSettings, now: number, known?: Value): Visits | undefined {
	const [knownLast, wasAway] = (known ?? [null, null]) as Visits;
	const last = checkInOf(row, 'last', settings.zone);
	const isPast = last !== undefined && last <= now;
	const hours = isPast ? Math.max(Math.floor(last / HOUR_MS), knownLast ?? -Infinity) : knownLast;
	const away = isAbsent(row, settings) ?? (isPast ? now - last >= settings.days * DAY_MS : undefined);
	if (away === undefined) return undefined;
	const hasCome = hours !== null || wasAway !== null || Number(countOf(row, 'totalField', settings)) > 0;
	return [hours, away && !hasCome ? null : away];
}

/**
 * Whether an athlete has come back after `days`. If the polls paused for more than a day, visits in the pause are unknown and do not
 * count.
 */
function cameBack(before: Value | undefined, now: Value, { days }: PollSettings, since = Infinity): boolean {
	if (before === undefined) return false;
	const [[last, wasAway], [next, isAway]] = [before as Visits, now as Visits];
	if (isAway !== false || wasAway === null) return false;
	if (last === null || next === null) return wasAway;
	const isLong = (until: number) => until - last >= days * 24;
	const lastRead = since / HOUR_MS;
	return next > last && (wasAway || isLong(Math.min(lastRead, next)) || (isLong(next) && next - lastRead <= 24));
}

/** Checks that the summaries show a last check-in or a count of the recent ones. @throws InvalidInput */
function checkVisits(rows: readonly IDataObject[], settings: PollSettings): void {
	if (!rows.some((row) => checkInOf(row, 'last', settings.zone) !== undefined)) checkCount('absenceField')(rows, settings);
}

/** Whether an athlete comes less often than before; undefined if the summary lacks a count. */
function isDropping(row: IDataObject, settings: PollSettings): boolean | undefined {
	const recent = countOf(row, 'absenceField', settings);
	const before = countOf(row, 'priorField', settings);
	if (recent === undefined || before === undefined) return undefined;
	return before >= MIN_CHECK_INS && recent <= (before * settings.dropPercent) / 100;
}

/** False for an athlete who has come; otherwise when they were first seen, in seconds since the epoch, and true once `days` are over. */
function neverCameSince(row: IDataObject, settings: PollSettings, now: number, known?: Value): number | boolean | undefined {
	if (typeof known === 'boolean') return known;
	const total = totalOf(row, settings, known);
	if (total === undefined) return undefined;
	if (total > 0) return false;
	const since = typeof known === 'number' ? known : Math.floor(now / 1000);
	return now - since * 1000 >= settings.days * DAY_MS ? true : since;
}

/** The events of the attendance summaries. */
export const ATTENDANCE = [
	{
		name: 'Athlete.Visited',
		family: 'Athletes',
		description: 'An athlete has checked in; the item includes the number of new check-ins',
		list: 'attendance',
		cause: 'value',
		value: (row, settings, _now, known) => totalOf(row, settings, known),
		start: startOf,
		isEvent: (before, now) => typeof before === 'number' && (now as number) > before,
		details: (before, now, row, settings) => {
			const path = countProperty(row, 'totalField', settings) ?? '';
			return { previous: { [path]: before }, changed: [path], added: (now as number) - (before as number) };
		},
		check: checkCount('totalField'),
		owner: ({ totalField }) => totalField,
		options: ['totalField'],
		when: 'when an athlete has more check-ins than at the previous poll; "added" is the number of new check-ins. If the club has several counts, choose "Total Field" in the options',
		subject: 'Athletes/{userId}',
		misses: 'A check-in, if another one was taken back between the same two polls',
	},
	{
		name: 'Athlete.VisitMilestone',
		family: 'Athletes',
		description: 'An athlete has reached a milestone, such as the first or the tenth check-in',
		list: 'attendance',
		cause: 'value',
		value: milestoneOf,
		start: startOf,
		isEvent: (before, now) => typeof before === 'number' && (now as number) > before,
		details: (_before, now) => ({ milestone: now as number }),
		check: checkCount('totalField'),
		owner: ({ totalField, milestones }) => [totalField, milestones],
		options: ['milestones', 'totalField'],
		when: 'once for each of 1, 10, 50 and 100 check-ins ("Visit Milestones" in the options), when an athlete reaches or passes the number; "milestone" is the number',
		subject: 'Athletes/{userId}',
		misses:
			'The lower of two milestones that are passed between two polls. Milestones that an athlete reached before a poll first saw them',
	},
	{
		name: 'Athlete.Absent',
		family: 'Athletes',
		description: 'An athlete who used to check in has not done so for a set number of days',
		list: 'attendance',
		cause: 'value',
		value: isAbsent,
		check: checkCount('absenceField'),
		// A new athlete has not come before, so they are not absent.
		isEvent: (before, now) => before === false && now === true,
		owner: ({ absenceField, days }) => [absenceField, days],
		options: ['absenceField', 'days'],
		when: 'once, when an athlete who used to come has had no visit for 30 days ("Days Without a Visit" in the options). If the club has several counts, choose "Absence Field"',
		subject: 'Athletes/{userId}',
		misses: 'Athletes who never came, or who were already away when the polls began',
	},
	{
		name: 'Athlete.CameBack',
		family: 'Athletes',
		description: 'An athlete who stayed away for a set number of days has checked in; this is the end of Athlete Absent',
		list: 'attendance',
		cause: 'value',
		value: visitsOf,
		check: checkVisits,
		isEvent: cameBack,
		owner: ({ absenceField, totalField, days }) => [absenceField, totalField, days],
		options: ['absenceField', 'days', 'totalField'],
		when: 'when an athlete comes after 30 days without a visit ("Days Without a Visit" in the options). This is the end of Athlete Absent',
		subject: 'Athletes/{userId}',
		misses: 'Athletes who came and stayed away again between two polls',
	},
	{
		name: 'Athlete.VisitsDropping',
		family: 'Athletes',
		description: 'An athlete comes much less often than in the period before',
		list: 'attendance',
		cause: 'value',
		value: isDropping,
		check: checkCount('absenceField', 'priorField'),
		isEvent: becameTrue,
		owner: ({ absenceField, priorField, days, dropPercent }) => [absenceField, priorField, days, dropPercent],
		options: ['absenceField', 'priorField', 'days', 'dropPercent'],
		when: 'once, when an athlete with 4 or more visits in 30 days comes at most half as often in the next 30 days ("Days Without a Visit" and "Percent of the Visits Before" in the options)',
		subject: 'Athletes/{userId}',
		misses: 'Athletes with fewer than four check-ins in the period before',
	},
	{
		name: 'Athlete.NeverCame',
		family: 'Athletes',
		description: 'An athlete has not checked in at all for a set number of days since a poll first saw them',
		list: 'attendance',
		cause: 'value',
		value: neverCameSince,
		check: checkCount('totalField'),
		isEvent: (before, now) => typeof before === 'number' && now === true,
		owner: ({ totalField, days }) => [totalField, days],
		options: ['totalField', 'days'],
		when: 'once, when an athlete has not come in the 30 days since a poll first saw them ("Days Without a Visit" in the options). Earlier days do not count, because the club does not say when an athlete joined',
		subject: 'Athletes/{userId}',
		misses: 'Athletes who had check-ins before a correction took them away',
	},
] as const satisfies readonly PolledEvent[];
