import type { IDataObject } from 'n8n-workflow';
import type { ClubError, InvalidInput } from '../../shared/transport/errors';
import type { PollSettings } from '../defaults';
import type { Emission } from './emission';
import type { Meter } from './callsOfPoll';

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
