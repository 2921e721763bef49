import type { IDataObject } from 'n8n-workflow';
import type { ClubError, InvalidInput } from '../../shared/transport/errors';
import type { PollSettings } from '../defaults';
import { Emission } from './emission';
import type { PolledClub } from './callsOfPoll';
import { Meter } from './callsOfPoll';
import { spentInDay } from './callsPerDay';
import type { PollState } from './state';

export interface PollRun {
	settings: PollSettings;
	/** The moment of the poll, in ms since the epoch. */
	now: number;
	/** When the page that is compared was asked for, if that was before this poll. A condition is true or false at that time. */
	readAt?: number;
	meter: Meter;
	emission: Emission;
	notes: string[];
	/** Reads that the club refuses although they gave records before, and lists without a property that events need, with the errors to show. */
	refused: Map<string, ClubError | InvalidInput>;
	asked: number;
	/** The classes that this poll has read, by id; only if there are events of places. */
	classes?: Map<number, IDataObject>;
}

/**
 * Begins a poll.
 * @param until when no further call may begin, in ms since the epoch
 */
export function runOf(
	before: PollState | undefined,
	club: PolledClub,
	settings: PollSettings,
	{ until, startsWorkflow }: { until: number; startsWorkflow?: (item: IDataObject) => boolean },
): PollRun {
	const now = club.now();
	const { answeredAt = 0, spent } = before ?? {};
	return {
		settings,
		now,
		meter: new Meter(club, Math.min(settings.maxCalls, settings.callsPerDay - spentInDay(spent, now).calls), until, answeredAt),
		emission: new Emission(settings.maxItems, startsWorkflow),
		notes: [],
		refused: new Map(),
		asked: 0,
	};
}
