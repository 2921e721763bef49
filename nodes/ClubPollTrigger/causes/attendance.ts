import type { IDataObject } from 'n8n-workflow';
import { DAY_MS } from '../../shared/api/time';
import type { PollSettings } from '../defaults';
import { countOf } from './properties';
import { becameTrue, type EventFunctionsByName, type Value } from './polledEvent';

/** With fewer check-ins in the period before, a drop is chance. */
const MIN_CHECK_INS = 4;

/**
 * Whether an athlete who has come before is absent; `away` if they were so when a poll first saw them. `new` if nobody knows that they
 * have come: their first visit is no return.
 */
function absence(row: IDataObject, settings: PollSettings, _now: number, before?: Value): boolean | 'away' | 'new' | undefined {
	const count = countOf(row, 'absenceField', settings);
	const total = countOf(row, 'totalField', settings);
	if (count !== 0) return count === undefined ? undefined : false;
	if (total === 0) return 'new';
	if (typeof before === 'boolean') return true;
	// A total that this summary lacks says nothing new.
	if (total === undefined) return settings.totalField === '' ? 'new' : undefined;
	return 'away';
}

/** The highest milestone reached. It stays if a correction takes check-ins away, or it would be emitted again. */
function milestoneOf(row: IDataObject, settings: PollSettings, _now: number, before?: Value): number | undefined {
	const total = countOf(row, 'totalField', settings);
	if (total === undefined) return undefined;
	return Math.max(Number(before ?? 0), ...settings.milestones.filter((milestone) => milestone <= total));
}

/**
 * An athlete who is new on the list and has just reached the smallest milestone started with no check-in. With more check-ins, they may
 * have been here before.
 */
const startOf = (row: IDataObject, settings: PollSettings): 0 | undefined =>
	countOf(row, 'totalField', settings) === settings.milestones[0] ? 0 : undefined;

function isDropping(row: IDataObject, settings: PollSettings): boolean | undefined {
	const recent = countOf(row, 'absenceField', settings);
	const before = countOf(row, 'priorField', settings);
	if (recent === undefined || before === undefined) return undefined;
	return before >= MIN_CHECK_INS && recent <= (before * settings.dropPercent) / 100;
}

/** False for an athlete who has come; otherwise when they were first seen, in seconds since the epoch, and true once `days` are over. */
function neverCameSince(row: IDataObject, settings: PollSettings, now: number, before?: Value): number | boolean | undefined {
	if (typeof before === 'boolean') return before;
	const total = countOf(row, 'totalField', settings);
	if (total === undefined) return undefined;
	if (total > 0) return false;
	const since = Math.min(typeof before === 'number' ? before : Infinity, Math.floor(now / 1000));
	return now - since * 1000 >= settings.days * DAY_MS ? true : since;
}

const ABSENCE = { value: absence, options: ['absenceField', 'days'] } as const;

export const ATTENDANCE = {
	'Athlete.Visited': {
		value: (row, settings) => countOf(row, 'totalField', settings),
		isEvent: (before, now) => typeof before === 'number' && (now as number) > before,
		details: (before, now, _row, { totalField }) => {
			return { previous: { [totalField]: before }, changed: [totalField], added: (now as number) - (before as number) };
		},
		options: ['totalField'],
	},
	'Athlete.VisitMilestone': {
		value: milestoneOf,
		start: startOf,
		isEvent: (before, now) => typeof before === 'number' && (now as number) > before,
		// A test run may find only who has reached none.
		details: (_before, now, _row, { milestones }) => ({
			milestone: milestones.filter((milestone) => milestone <= Number(now)).pop() ?? milestones[0],
		}),
		options: ['totalField', 'milestones'],
	},
	'Athlete.Absent': {
		...ABSENCE,
		// A new athlete has not come before, so they are not absent. At the first poll, who is away is so already.
		isEvent: (before, now, _settings, snapshotAt) => (now === 'away' ? snapshotAt === undefined : before === false && now === true),
	},
	'Athlete.CameBack': {
		...ABSENCE,
		isEvent: (before, now) => (before === true || before === 'away') && now === false,
	},
	'Athlete.VisitsDropping': {
		value: isDropping,
		isEvent: becameTrue,
		options: ['absenceField', 'priorField', 'days', 'dropPercent'],
	},
	'Athlete.NeverCame': {
		value: neverCameSince,
		isEvent: (before, now) => typeof before === 'number' && now === true,
		options: ['totalField', 'days'],
	},
} as const satisfies EventFunctionsByName;
