import type { IDataObject } from 'n8n-workflow';
import type { ListName } from './lists';
import type { PollSettings } from './settings';

/** What makes a polled event. */
export type Cause =
	/** A record is newly listed. */
	| 'added'
	/** A watched property of a record differs. */
	| 'changed'
	/** A record is no longer listed. */
	| 'removed'
	/** The value that the event computes from a record differs. */
	| 'value';

/** The value that an event compares of a record, such as a stage, or whether a condition is true: plain JSON. */
export type Value = IDataObject[string];

/** The options of the trigger that only some events need. */
export type EventOption = keyof PollSettings &
	(
		| ('absenceField' | 'priorField' | 'totalField' | 'days' | 'dropPercent' | 'milestones' | 'products')
		| ('credits' | 'daysBefore' | 'hoursBefore' | 'stageFrom' | 'stageTo' | 'daysAtStage')
		| ('queuedField' | 'fewParticipants')
	);

/** The details of an item. */
export interface EventDetails {
	/** The ids of its subject, in the order of the pattern. */
	ids: readonly number[];
	/** The record as it is now; null if it is gone. */
	record: IDataObject | null;
	previous?: IDataObject;
	changed?: string[];
	/** New check-ins since the last poll. */
	added?: number;
	/** The number of check-ins that was reached. */
	milestone?: number;
}

/** An event that a poll can find. A name of §6.2 means the same as there. The club does not send the others. */
export interface PolledEvent {
	name: string;
	family: string;
	/** When it starts the workflow, for its entry in the list of events. */
	description: string;
	/** The list that is read for it. */
	list: ListName;
	/** Whether it looks only at the last membership of each athlete. Such an event is a condition (`becameTrue`). */
	lastMembership?: boolean;
	/** Whether it looks at the places of a class. Its list gives the class, and the bookings give the participants. */
	places?: boolean;
	/** Whether the last membership of an athlete is also compared with their previous last one. */
	ofAthlete?: boolean;
	cause: Cause;
	/** Its subject, as in §6.3, with ids in braces. */
	subject: string;
	/** For `value`: the property that it compares. The item has its previous value. */
	property?: string;
	/** The properties that show whether it is so, for a test run that finds no case; the property and the chosen fields need no mention. */
	looksAt?: readonly string[];
	/**
	 * For `value` without a property: the value that it compares. Undefined if the row does not show it: then nothing is emitted, and
	 * the remembered value stays.
	 * @param now when the row was read, in ms since the epoch
	 * @param known the remembered value
	 * @param recurs of a last membership: whether its end moves on from month to month
	 */
	value?(row: IDataObject, settings: PollSettings, now: number, known?: Value, recurs?: boolean): Value | undefined;
	/**
	 * The value that a new record started with; undefined if unknown.
	 * @param since when the last whole read began, in ms since the epoch
	 */
	start?(row: IDataObject, settings: PollSettings, since: number): Value | undefined;
	/** Checks settings against the first page of a list. @throws InvalidInput for settings that fit none of its rows */
	check?(rows: readonly IDataObject[], settings: PollSettings): void;
	/**
	 * Whether a difference is an event; by default each difference from a known value. For a new record `before` is undefined.
	 * @param since when the last whole read began, in ms since the epoch
	 */
	isEvent?(before: Value | undefined, now: Value, settings: PollSettings, since?: number): boolean;
	/** For a value without a property: the details of the item. */
	details?(before: Value | undefined, now: Value, row: IDataObject, settings: PollSettings): Partial<EventDetails>;
	/** The parameters that its value depends on. If they change, the value is learned anew and nothing is emitted. */
	owner?(settings: PollSettings): unknown;
	/** The options that the panel shows for it. */
	options?: readonly EventOption[];
	/** Whether it occurs only once for a record, because the id of a record never comes back. */
	occursOnce?: boolean;
	/** Cases that polls do not find, for the documentation. */
	misses: string;
}

/** For `isEvent`: a condition became true, or is true for a new record. */
export const becameTrue = (_before: Value | undefined, now: Value): boolean => Boolean(now);

/** For `isEvent`: a condition became false. */
export const becameFalse = (before: Value | undefined, now: Value): boolean => before === true && now === false;

/** `misses` of changes, of people, and of lists that are read some days ahead. */
export const SCANNED = 'Two changes between two polls are one event';
export const GONE = 'A person who left and came back, or joined and left, between two polls';
export const ROLLING = 'Anything further ahead than Look Ahead. It counts as new when it comes within that time';
