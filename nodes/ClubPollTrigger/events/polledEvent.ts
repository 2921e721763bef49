import type { IDataObject } from 'n8n-workflow';
import type { ListName } from '../lists';
import type { PollSettings } from '../settings';

/** What makes a polled event. */
export type Cause =
	/** A record is listed that was not before. */
	| 'added'
	/** A watched property of a record differs. */
	| 'changed'
	/** A record is not listed any more. */
	| 'removed'
	/** The value that the event computes from a record differs. */
	| 'value';

/** What an event compares of a record, such as a stage, or whether a condition is true: plain JSON. */
export type Value = IDataObject[string];

/** The options of the trigger that are for some events alone. */
export type EventOption = keyof PollSettings &
	(
		| ('absenceField' | 'priorField' | 'totalField' | 'days' | 'dropPercent' | 'milestones')
		| ('credits' | 'daysBefore' | 'hoursBefore' | 'stageFrom' | 'stageTo' | 'daysAtStage')
		| ('queuedField' | 'fewParticipants')
	);

/** What an item tells besides its event. */
export interface EventDetails {
	/** The numbers of its subject, in the order of the pattern. */
	ids: readonly number[];
	/** The record as it is now; null where it is gone. */
	record: IDataObject | null;
	previous?: IDataObject;
	changed?: string[];
	/** How many check-ins were added since the last poll, or which milestone they have reached. */
	added?: number;
	milestone?: number;
}

/** An event that a poll can find. Names of §6.2 mean what they mean there; the others, the club does not send. */
export interface PolledEvent {
	name: string;
	family: string;
	description: string;
	/** The list that is read for it. */
	list: ListName;
	/** Whether it looks only at the membership of each athlete that ends last. Such an event is a condition (`becameTrue`). */
	lastMembership?: boolean;
	/** Whether it looks at the places of a class: the list gives the class, and the bookings who takes part in it. */
	places?: boolean;
	/** Whether the last membership of an athlete is compared with the one that was the last before, too. */
	ofAthlete?: boolean;
	cause: Cause;
	/** Its subject, as in §6.3, ids in braces. */
	subject: string;
	/** For `value`: the property whose value it compares; the item carries the previous one. */
	property?: string;
	/**
	 * For `value` without a property: what it compares, at the time of the poll in ms. Undefined where the row does not tell:
	 * then nothing is emitted, and what was known stays.
	 * @param known what was remembered of the record, for what depends on it
	 */
	value?(row: IDataObject, settings: PollSettings, now: number, known?: Value): Value | undefined;
	/** What a new record has begun with, where that is known although no scan has met it. @param since when the last whole read began, in ms */
	start?(row: IDataObject, settings: PollSettings, since: number): Value | undefined;
	/** Refuses settings that fit no row of the first page of a list. @throws InvalidInput */
	check?(rows: readonly IDataObject[], settings: PollSettings): void;
	/**
	 * Which differences are an event; by default each from a known value. Nothing is known of a new record: `before` is undefined.
	 * @param since when the last whole read began, in ms
	 */
	isEvent?(before: Value | undefined, now: Value, settings: PollSettings, since?: number): boolean;
	/** What the item says besides the record, of a value without a property. */
	details?(before: Value | undefined, now: Value, row: IDataObject, settings: PollSettings): Partial<EventDetails>;
	/** The parameters that its value depends on: where they change, it begins anew and emits nothing. */
	owner?(settings: PollSettings): unknown;
	/** The options that it needs; the panel shows them for the events that name them. */
	options?: readonly EventOption[];
	/** When it starts a workflow, as the panel says it beside the event: of a condition, or where it needs an option. */
	when?: string;
	/** Whether a number names a record for ever, so that the same event is never told of it again. */
	once?: boolean;
	/** When nothing is found, as a user should know it. */
	misses: string;
}

/** For `isEvent`: a condition has become true. A new record for which it is true counts too. */
export const becameTrue = (_before: Value | undefined, now: Value): boolean => Boolean(now);

/** For `isEvent`: a condition that was true is so no more. */
export const becameFalse = (before: Value | undefined, now: Value): boolean => before === true && now === false;

/** What a scan misses of changes, of people, and of what is read some days ahead. */
export const SCANNED = 'Two changes between two polls are one event';
export const GONE = 'A person who left and came back, or joined and left, between two polls';
export const ROLLING = 'Anything further ahead than Look Ahead. It counts as new when it comes within that time';
