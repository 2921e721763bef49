import type { ListName } from '../lists';

/** What makes a polled event. */
export type Cause =
	/** A record is listed that was not before. */
	| 'added'
	/** A watched property of a record differs. */
	| 'changed'
	/** A record is not listed any more. */
	| 'removed'
	/** The one value that is remembered of a record differs. */
	| 'value'
	/** A condition holds that did not before. */
	| 'condition';

/** An event that a poll can find. Names of §6.2 mean what they mean there; the others, the club does not send. */
export interface PolledEvent {
	name: string;
	family: string;
	description: string;
	/** The list that is read for it. */
	list: ListName;
	cause: Cause;
	/** Its subject, as in §6.3, ids in braces. */
	subject: string;
	/** Property whose values are compared, for `value`. */
	property?: string;
	/** Whether a number names a record for ever, so that the same event is never told of it again. */
	once?: boolean;
	/** When nothing is found, as a user should know it. */
	misses: string;
}

/** What a scan misses of changes, of people, and of what is read some days ahead. */
export const SCANNED = 'Two changes between two polls are one event';
export const GONE = 'Somebody who left and came back between two polls is not seen';
export const ROLLING = 'Further ahead than Look Ahead it is not read; what comes nearer is new then';
