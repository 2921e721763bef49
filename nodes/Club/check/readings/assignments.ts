import { MINUTE_MS, timeOf } from '../../../shared/api/time';
import type { RECORD_READINGS } from '../../../shared/api/readings/records';
import type { Evidence } from '../evidence';
import type { Finders, Finding } from './tellers';
import { isTime, rowsIn, findingFrom, tally, textsIn, withOffset } from './tellers';

const ASSIGNMENTS = ['GET /UserSubscriptions', 'GET /UserSubscriptions/Active', 'GET /Athletes/{userId}/UserSubscriptions'] as const;

/** Stored dates that differ in format are as they were sent; a club that rewrites them uses one format. */
function assignmentDates(evidence: Evidence): Finding<'asSent' | 'utcSeconds' | 'clubSeconds'> {
	const dates = textsIn(rowsIn(evidence, ...ASSIGNMENTS), 'From', 'To').filter(isTime);
	const counts = tally(dates, (text) => (/\.\d/.test(text) ? 'fraction' : /z$/i.test(text) ? 'Z' : 'offset'));
	const because = `Dates of assignments: ${counts.fraction ?? 0} with a fraction of a second, ${counts.Z ?? 0} with Z, ${counts.offset ?? 0} others.`;
	return counts.fraction || (counts.Z && counts.offset) ? { reading: 'asSent', because } : { because };
}

/** Whether a time can be midnight in some timezone. */
const mayBeMidnight = (time: number): boolean => time % (15 * MINUTE_MS) === 0;

function suspensionState(evidence: Evidence): Finding<'ours' | 'others' | 'nullWhenNone'> {
	const rows = rowsIn(evidence, ...ASSIGNMENTS);
	const states = rows.map(({ SuspensionState }) => SuspensionState ?? 'null');
	const none = states.filter((state) => state === 'null').length;
	const counts = tally(states, (state) => {
		if (state === 'None') return 'ours';
		if (['NotSuspended', 'Pending', 'Active'].includes(String(state))) return 'others';
		return none > 0 && ['Scheduled', 'Suspended'].includes(String(state)) ? 'nullWhenNone' : undefined;
	});
	return findingFrom('assignments', counts);
}

function legacySuspension(evidence: Evidence): Finding<'alias' | 'none' | 'both'> {
	const rows = rowsIn(evidence, ...ASSIGNMENTS);
	const withProperty = (name: string) => rows.filter((row) => name in row);
	const [aliases, flags, started] = [
		withProperty('SuspendedAtUTC'),
		withProperty('IsSuspended'),
		rows.filter((row) => row.SuspensionStartUTC),
	];
	const because = `Of ${rows.length} assignments, ${started.length} have a suspension, ${aliases.length} SuspendedAtUTC and ${flags.length} IsSuspended.`;
	if (aliases.length > 0) return { reading: flags.length > 0 ? 'both' : 'alias', because };
	return started.length > 0 && flags.length === 0 ? { reading: 'none', because } : { because };
}

/** The readings of assignments (§2.11). */
export const ASSIGNMENT_FINDERS = {
	assignmentDates,
	assignmentDays: (evidence) => {
		const begins = textsIn(rowsIn(evidence, ...ASSIGNMENTS), 'From').flatMap((text) => timeOf(text, 'utc') ?? []);
		return findingFrom('begins of assignments', { kept: begins.filter((time) => !mayBeMidnight(time)).length });
	},
	unlimitedActivities: (evidence) => {
		const unlimited = rowsIn(evidence, ...ASSIGNMENTS).filter(({ MaxActivities }) => MaxActivities === 0);
		return findingFrom(
			'assignments without a limit',
			tally(unlimited, ({ AvailableActivities: available }) =>
				available === 0 ? 'zero' : (available ?? null) === null ? 'none' : undefined,
			),
		);
	},
	suspensionState,
	suspensionTimes: (evidence) => {
		const times = textsIn(rowsIn(evidence, ...ASSIGNMENTS), 'SuspensionStartUTC', 'SuspendedAtUTC', 'ReactivationDate');
		const { moment, none: noOffset } = tally(times, withOffset);
		return findingFrom('times of suspensions', { moment, noOffset });
	},
	legacySuspension,
	transaction: (evidence) =>
		findingFrom('assignments', { given: rowsIn(evidence, ...ASSIGNMENTS).filter((row) => 'Transaction' in row).length }),
} satisfies Partial<Finders<typeof RECORD_READINGS>>;
