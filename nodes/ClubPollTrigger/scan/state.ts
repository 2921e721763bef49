import type { IDataObject } from 'n8n-workflow';
import type { StoredMarks } from './snapshot';
import type { Spent } from './callsPerDay';
import type { Watermark } from './watermark';
import type { ListName } from '../../shared/api/eventRows';
import type { Reach, TimeWindow } from '../causes/lists';
import type { Onward } from '../../shared/lists/step';

/** The form of the memory. With another one, polls begin anew. */
export const STATE_VERSION = 5;

/** The memory of a poll trigger, as plain JSON in the static data of the node. */
export interface PollState {
	version: typeof STATE_VERSION;
	clubKey: string;
	/** Fingerprint of the address and the key under which the club was last asked who it is. */
	key: string;
	lists: Partial<Record<ListName, ListState>>;
	/** The places of classes, which come from calendars and bookings together. */
	places?: PlacesState;
	spent: Spent;
	/** Whether it stands for a memory of another version of this pack, which the log is to mention once. */
	isNew?: boolean;
	/** Of these, the calls for records that their lists lack. */
	asked?: Spent;
	/** Whether the lists have left no call for these records, so that they come before the lists at the next poll. */
	asksFirst?: true;
	/** When n8n last saved the state, in ms since the epoch. */
	savedAt?: number;
	/** Whether changes since then must not be lost by a restart. */
	unsaved?: boolean;
	/** Properties that no record has and that were shown. */
	reported?: string[];
	/** When the club last answered, in ms since the epoch. */
	answeredAt?: number;
}

/** The state, in which no time since when or at which something was done lies ahead: polls would be silent until the clock has caught up. */
export function notAhead(state: PollState | undefined, now: number): PollState | undefined {
	if (Math.max(state?.answeredAt ?? 0, state?.savedAt ?? 0) <= now) return state;
	const notLater = (name: string, value: unknown) => (typeof value === 'number' && /(At|Since)$/.test(name) ? Math.min(value, now) : value);
	return JSON.parse(JSON.stringify(state), notLater) as PollState;
}

export interface ListState {
	settingsKey: string;
	emitsExisting?: boolean;
	/** When the last read began, in ms since the epoch: when its oldest page was asked for, also by another poll. */
	begunAt?: number;
	/** When the last complete read began, in ms since the epoch; absent before the first one. */
	snapshotAt?: number;
	/** Calls of that read, those of other polls for its pages too. */
	cost?: number;
	/** Whether to read the list again at the next poll, because not all events had room. */
	rescan?: boolean;
	marks?: StoredMarks;
	/** What is known of each read of a list that has several. */
	reads?: ReadState[];
	/** The last membership of each athlete, by the ids of both. */
	lastMemberships?: StoredMarks;
	/** The properties that its rows have had. */
	names?: readonly string[];
	/** The forms of the digests and, by event, of the values of the last complete scan, and how far it reached. */
	digests?: string;
	values?: Record<string, string>;
	reach?: Reach;
	progress?: Progress;
	/** How far rows were emitted: for a growing list, and for the first scan of a list that replaces one. */
	watermark?: Watermark;
	/** Named properties that no row of the last complete scan had; absent if it had no rows. */
	lacking?: string[];
	/** Reads in a row with unreadable rows, how many rows, their ids in a growing list, and whether this was shown. */
	unreadable?: { reads: number; rows: number; ids?: number[]; reported?: boolean };
}

/** What is remembered of one of the reads of a list, such as a calendar. */
export interface ReadState {
	hadRows?: boolean;
	/** Whether the club refuses it, and it has given none. */
	leftOut?: boolean;
	/** Since when it gives none although it gave some that should be there, in ms since the epoch. */
	emptySince?: number;
}

/** What is remembered of the places of classes, by the id of the class. */
export interface PlacesState extends Pick<ListState, 'marks' | 'values' | 'emitsExisting'> {
	/** When the bookings of the last comparison were read, in ms since the epoch. */
	readAt?: number;
	/** Whether the lists have left no call for the last comparison, so that the next one comes before them. */
	comesFirst?: boolean;
}

export interface Progress {
	read: number;
	/** Where the scan goes on: at an id, or at a page of the same window by what differs in its request (§4.1 rules 2 and 4). */
	fromId?: number;
	step?: Onward;
	span?: TimeWindow;
	/** When the scan began, in ms since the epoch. */
	begunAt: number;
	/** When its newest page so far was asked for, in ms since the epoch. An older page could undo it. */
	askedAt?: number;
	calls: number;
	/** Rows so far without a valid id or time. */
	unreadable: number;
	/** The reads so far that gave records, and those that the club refused. */
	withRows?: number[];
	refused?: number[];
	/** The properties that events need or compare, and that a row has had so far. */
	present?: string[];
	/** Those that a record had before and lacks now, while no row has had them. If one comes later, the list is read again. */
	unresolved?: string[];
	waiting?: Waiting[];
	/** The forms of its digests and values, and how far it reaches. If they change, the scan begins anew. */
	forms: Pick<ListState, 'digests' | 'values' | 'reach'>;
	/** The last membership of each athlete found so far, with its end. */
	lastMemberships?: StoredMarks;
}

/** Events of a record that wait for the end of a scan. */
export interface Waiting {
	ids: number[];
	/** When the record begins, in seconds since the epoch. */
	time?: number;
	items: IDataObject[];
}

/**
 * The memory that a poll has stored. One of another version says nothing, so polls begin anew: they emit nothing of what is there,
 * whatever *First Poll* says.
 */
export function stateFrom(stored: string | undefined): PollState | undefined {
	if (stored === undefined) return undefined;
	const state = JSON.parse(stored) as PollState;
	return state.version === STATE_VERSION ? state : { version: STATE_VERSION, clubKey: '', key: '', lists: {}, spent: [], isNew: true };
}

/** After how many reads in a row with unreadable rows the problem is shown. */
export const READS_BEFORE_REPORT = 3;

export const unreadableAfter = ({ unreadable }: ListState, rows: number, ids?: number[]): ListState['unreadable'] =>
	rows > 0 ? { ...unreadable, reads: (unreadable?.reads ?? 0) + 1, rows, ids } : undefined;
