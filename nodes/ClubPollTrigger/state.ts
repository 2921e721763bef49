import type { Deferred } from './emission';
import type { Learned } from './readPages';
import type { PackedMarks } from './snapshot';
import type { Spent, Watermark } from './watermark';
import type { ListName, TimeWindow } from './lists';
import type { Onward } from '../shared/records/step';

/** In how many reads in a row rows must be unreadable before the user is told. */
export const READS_BEFORE_REPORT = 3;

/** How far a scan has come that takes several polls. */
export interface Progress {
	/** Which of the list's reads is under way. */
	read: number;
	/** Where it goes on: at an id, or at a page of the same span. */
	fromId?: number;
	step?: Onward;
	span?: TimeWindow;
	/** When the scan began, in ms. */
	begunAt: number;
	/** Calls that it has taken so far. */
	calls: number;
	/** Rows that could not be told apart from others. */
	unreadable: number;
	/** The properties that its rows have shown so far, of those that are compared by their names. */
	shown?: string[];
	/** Records that it has left out although they are there. */
	leftOut?: number;
	/** Whether the newest records were told already, of a list that is read for the first time. */
	newestEmitted?: boolean;
	/** What its digests and values are of: where that changes, the scan begins anew. */
	forms: string;
	/** The last membership of each athlete found so far, with its end. */
	lastMemberships?: PackedMarks;
}

/** What is remembered of a list. */
export interface ListState {
	/** The parameters that this belongs to. */
	owner: string;
	/** Whether what is there already is told when the list is read for the first time. */
	existing?: boolean;
	/** When its last read began, in ms. */
	begunAt?: number;
	/** When the last read that came to an end began, in ms; absent before the first. */
	wholeAt?: number;
	/** Calls of that read. */
	cost?: number;
	/** Whether it is to be read again at the next poll, since not all was told. */
	again?: boolean;
	/** Whether the last scan missed records that cannot be read by themselves, so that a second one must say the same. */
	doubtful?: boolean;
	marks?: PackedMarks;
	/** The last membership of each athlete, by the ids of both. */
	lastMemberships?: PackedMarks;
	/** What the digests and, by event, the values of the last whole scan are of. */
	digests?: string;
	values?: Record<string, string>;
	progress?: Progress;
	/** How far it was emitted: of a list that grows, and of one that is scanned for the first time where an event comes from such a list. */
	watermark?: Watermark;
	/** Named properties that no row of the last whole scan had; absent where it had no row. */
	lacking?: string[];
	/** Records that the last scan has left out although they are there, how many more are doubted for it, and whether the user knows. */
	leftOut?: { rows: number; doubted: number; reported?: boolean };
	/** In how many reads in a row rows could not be read, their ids in a list that grows, and whether the user knows. */
	unreadable?: { reads: number; rows: number; ids?: number[]; reported?: boolean };
}

/** What is remembered of the places of classes. */
export interface PlacesState {
	/** By the id of the class, with its begin. */
	marks?: PackedMarks;
	/** What the values of the last look are of, by event, and when the bookings were read that it was made of, in ms. */
	values?: Record<string, string>;
	readAt?: number;
	/** Whether what holds already is told at the first look. */
	existing?: boolean;
	/** Whether not all could be told. */
	again?: boolean;
}

/** All that a poll trigger remembers: a plain value, kept in the static data of the node. */
export interface PollState {
	/** The club that it belongs to. */
	owner: string;
	/** Fingerprint of the address and the key under which the club was last asked who it is. */
	key: string;
	lists: Partial<Record<ListName, ListState>>;
	/** What is remembered of the places of classes, which calendars and bookings tell together. */
	places?: PlacesState;
	spent: Spent;
	/** Rows of a page, where the club did not give larger ones in time. */
	pageSizes?: Learned;
	/** When n8n last saved this, in ms, and whether something was read since that a restart must not forget. */
	savedAt?: number;
	unsaved?: boolean;
	/** Properties that no record has, of which the user knows. */
	reported?: string[];
	/** Events that a later poll emits. */
	deferred?: Deferred;
	/** When the club last answered, in ms. */
	answeredAt?: number;
}
