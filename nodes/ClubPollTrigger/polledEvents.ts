import type { ListName } from './lists';

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

const SCANNED = 'Two changes between two polls are one event';
const GONE = 'Somebody who left and came back between two polls is not seen';
const ROLLING = 'Further ahead than Look Ahead it is not read; what comes nearer is new then';

/** The events that the poll trigger can find. */
export const POLLED_EVENTS = [
	{
		name: 'Athlete.Created',
		family: 'Athletes',
		description: 'Somebody joined the club',
		list: 'athletes',
		cause: 'added',
		subject: 'Athletes/{userId}',
		misses: GONE,
	},
	{
		name: 'Athlete.Updated',
		family: 'Athletes',
		description: 'A watched property of an athlete changed',
		list: 'athletes',
		cause: 'changed',
		subject: 'Athletes/{userId}',
		misses: SCANNED,
	},
	{
		name: 'Athlete.Deleted',
		family: 'Athletes',
		description: 'An athlete is not listed any more',
		list: 'athletes',
		cause: 'removed',
		subject: 'Athletes/{userId}',
		misses: GONE,
	},
	{
		name: 'Athlete.StageChanged',
		family: 'Athletes',
		description: 'The client stage of an athlete changed; carries the previous one',
		list: 'athletes',
		cause: 'value',
		property: 'ClientStage',
		subject: 'Athletes/{userId}',
		misses: SCANNED,
	},
	{
		name: 'Athlete.LevelChanged',
		family: 'Athletes',
		description: 'The level of an athlete changed; carries the previous one',
		list: 'engagement',
		cause: 'value',
		property: 'CurrentLevel',
		subject: 'Athletes/{userId}',
		misses: SCANNED,
	},
	{
		name: 'Athlete.Absent',
		family: 'Athletes',
		description: 'An athlete who used to check in did not for so many days',
		list: 'attendance',
		cause: 'value',
		subject: 'Athletes/{userId}',
		misses: 'Whoever never came, or was away already when the polls began',
	},
	{
		name: 'Badge.Awarded',
		family: 'Athletes',
		description: 'An athlete earned the badge of a challenge',
		list: 'badges',
		cause: 'added',
		once: true,
		subject: 'Athletes/{userId}/Badges/{achievedBadgeId}',
		misses: 'An award whose ID is 100 or more below the newest one when it shows up',
	},
	{
		name: 'Contact.Created',
		family: 'Contacts',
		description: 'Somebody became a contact of the club',
		list: 'contacts',
		cause: 'added',
		subject: 'Contacts/{userId}',
		misses: GONE,
	},
	{
		name: 'Contact.Updated',
		family: 'Contacts',
		description: 'A watched property of a contact changed',
		list: 'contacts',
		cause: 'changed',
		subject: 'Contacts/{userId}',
		misses: SCANNED,
	},
	{
		name: 'Contact.Deleted',
		family: 'Contacts',
		description: 'A contact is not listed any more',
		list: 'contacts',
		cause: 'removed',
		subject: 'Contacts/{userId}',
		misses: GONE,
	},
	{
		name: 'Training.Created',
		family: 'Trainings',
		description: 'A training was completed, also one that was uploaded late',
		list: 'trainings',
		cause: 'added',
		once: true,
		subject: 'Trainings/{trainingId}',
		misses: 'A training that is uploaded later than Look Back',
	},
	{
		name: 'UserSubscription.Created',
		family: 'User Subscriptions',
		description: 'A subscription product was assigned to an athlete',
		list: 'newAssignments',
		cause: 'added',
		once: true,
		subject: 'UserSubscriptions/{userSubscriptionId}',
		misses: 'One whose ID is 100 or more below the newest one when it shows up',
	},
	{
		name: 'UserSubscription.Updated',
		family: 'User Subscriptions',
		description: 'A watched property of an assignment changed',
		list: 'assignments',
		cause: 'changed',
		subject: 'UserSubscriptions/{userSubscriptionId}',
		misses: SCANNED,
	},
	{
		name: 'UserSubscription.Deleted',
		family: 'User Subscriptions',
		description: 'An assignment is not listed any more',
		list: 'assignments',
		cause: 'removed',
		once: true,
		subject: 'UserSubscriptions/{userSubscriptionId}',
		misses: 'One that was made and deleted between two polls',
	},
	{
		name: 'Membership.EndsSoon',
		family: 'User Subscriptions',
		description: 'The last membership of an athlete ends within so many days',
		list: 'assignments',
		cause: 'condition',
		subject: 'UserSubscriptions/{userSubscriptionId}',
		misses: 'One that was renewed before the next poll',
	},
	{
		name: 'Membership.Ended',
		family: 'User Subscriptions',
		description: 'The last membership of an athlete has ended',
		list: 'assignments',
		cause: 'condition',
		subject: 'UserSubscriptions/{userSubscriptionId}',
		misses: 'One that was renewed before the next poll',
	},
	{
		name: 'Membership.CreditsLow',
		family: 'User Subscriptions',
		description: 'The last membership of an athlete is limited and nearly used up',
		list: 'assignments',
		cause: 'condition',
		subject: 'UserSubscriptions/{userSubscriptionId}',
		misses: 'One that was renewed before the next poll',
	},
	{
		name: 'Membership.Changed',
		family: 'User Subscriptions',
		description: 'The status of the memberships of an athlete changed; carries the previous one',
		list: 'memberships',
		cause: 'value',
		property: 'Status',
		subject: 'Athletes/{userId}',
		misses: SCANNED,
	},
	{
		name: 'ClassParticipant.Created',
		family: 'Class Participants',
		description: 'Somebody was booked into a class or queued for it',
		list: 'bookings',
		cause: 'added',
		subject: 'Classes/{classId}/Participants/{userId}',
		misses: ROLLING,
	},
	{
		name: 'ClassParticipant.Updated',
		family: 'Class Participants',
		description: 'A booking changed, for example from the queue into the class',
		list: 'bookings',
		cause: 'changed',
		subject: 'Classes/{classId}/Participants/{userId}',
		misses: SCANNED,
	},
	{
		name: 'ClassParticipant.Deleted',
		family: 'Class Participants',
		description: 'A booking was removed before the class began',
		list: 'bookings',
		cause: 'removed',
		subject: 'Classes/{classId}/Participants/{userId}',
		misses: 'One that was removed after the class began',
	},
	{
		name: 'Class.Published',
		family: 'Classes',
		description: 'A class is in the calendar that was not before',
		list: 'calendars',
		cause: 'added',
		subject: 'Classes/{classId}',
		misses: ROLLING,
	},
	{
		name: 'Class.Updated',
		family: 'Classes',
		description: 'A watched property of a class changed, such as its begin',
		list: 'calendars',
		cause: 'changed',
		subject: 'Classes/{classId}',
		misses: SCANNED,
	},
	{
		name: 'Class.Unpublished',
		family: 'Classes',
		description: 'A class was taken out of the calendar before it began',
		list: 'calendars',
		cause: 'removed',
		subject: 'Classes/{classId}',
		misses: 'One that was taken out after it began',
	},
	{
		name: 'Class.BeginsSoon',
		family: 'Classes',
		description: 'A class begins within so many hours',
		list: 'calendars',
		cause: 'condition',
		subject: 'Classes/{classId}',
		misses: 'One that was published and began between two polls',
	},
] as const satisfies readonly PolledEvent[];

/** Exact name of an event that can be polled. */
export type PolledName = (typeof POLLED_EVENTS)[number]['name'];

/** The chosen events, each with the list that it is found in: new assignments are told from a scan where there is one anyway. */
export function chosenEvents(names: readonly string[]): PolledEvent[] {
	const chosen: PolledEvent[] = POLLED_EVENTS.filter(({ name }) => names.includes(name));
	const scanned = chosen.some(({ list }) => list === 'assignments');
	return chosen.map((event) => (event.list === 'newAssignments' && scanned ? { ...event, list: 'assignments' } : event));
}
