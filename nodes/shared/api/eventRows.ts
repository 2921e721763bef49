import type { Call } from './endpoints';

/** The lists that show what events are about. `newMemberships` is the list of memberships, from the last known ID on. */
export const LISTS = {
	athletes: 'GET /Athletes',
	attendance: 'GET /Athletes/AttendanceSummaries',
	badges: 'GET /BadgeAwards',
	bookings: 'GET /Classes/Bookings',
	calendars: 'GET /Classes/Calendars/{calendarType}',
	contacts: 'GET /Contacts',
	engagement: 'GET /Athletes/EngagementSummaries',
	membershipSummaries: 'GET /Athletes/MembershipSummaries',
	memberships: 'GET /UserSubscriptions',
	newMemberships: 'GET /UserSubscriptions',
	products: 'GET /Subscriptions',
	trainings: 'GET /Trainings',
} as const satisfies Readonly<Record<string, Call>>;

export type AnyList = keyof typeof LISTS;

/** A list that polls read. */
export type ListName = Exclude<AnyList, 'products'>;

/** What the API says of an event, and what its lists show of it. */
export interface EventRow {
	/** Words for it, where its name does not tell a user what happened. Brackets keep the words of the name, for the search. */
	words?: string;
	/** What it means when the club sends it (§6.2). Absent: the club does not send it. */
	sent?: string;
	/** The subject that the club sends, if it is not that of its kind (§6.3). */
	sentSubject?: string;
	/** What the data that the club sends have beside the record, with values in place of real ones (§6.2). */
	data?: Readonly<Record<string, null | string | object>>;
	/** Whether these data have no property of the record. */
	hasNoRecord?: true;
	/** When a poll emits it. Absent: no list shows it. */
	polled?: string;
	/** What a poll finds: a record is newly listed, a watched property differs, or a record is no longer listed. By default a value differs. */
	cause?: 'added' | 'changed' | 'removed';
	/** The list and the subject that a poll takes, if they are not those of its kind. */
	list?: ListName;
	subject?: string;
	/** For `value`: the property that the poll compares. The item has its previous value. */
	property?: string;
	/** Whether it occurs only once for a record, because the ID of a record never comes back. */
	occursOnce?: true;
	misses?: string;
}

const SCANNED = 'Two changes between two polls are one event';
const GONE = 'A person who left and came back, or joined and left, between two polls';
const ROLLING = 'Anything further ahead than Look Ahead. It counts as new when it comes within that time';

/** Every event, by its exact name: those that the club sends (§6.2), and those that only polls find (§2.8, §2.11, §4.4 to §4.6). */
export const EVENT_ROWS = {
	'Athlete.Created': {
		words: 'athlete joined (athlete created)',
		sent: 'A person joined the club',
		polled: 'An athlete joined the club',
		cause: 'added',
		misses: GONE,
	},
	'Athlete.Updated': {
		sent: 'The profile, the client stage or the guest flag of an athlete changed',
		polled: 'A watched property of an athlete changed',
		cause: 'changed',
		misses: SCANNED,
	},
	'Athlete.Deleted': {
		words: 'athlete left (athlete deleted)',
		sent: 'An athlete left the club or was deleted',
		polled: 'An athlete is no longer listed',
		cause: 'removed',
		misses: GONE,
	},
	'Athlete.StageChanged': {
		polled: "The client stage changed, or isn't Lead at first: 500 imported clients are 500 events (Stage From and Stage To)",
		property: 'ClientStage',
		misses: SCANNED,
	},
	'Athlete.StaysAtStage': {
		polled: 'An athlete has been at a stage for 14 days since a poll first saw it, once (Days at Stage, Stage To)',
		misses: 'The days before the first poll. A change there and back between two polls',
	},
	'Athlete.LevelChanged': {
		sent: 'An athlete reached or lost a level, with the previous and the new level',
		sentSubject: 'Athletes/{userId}/Levels',
		hasNoRecord: true,
		polled: "An athlete's level changed; the item has the previous one",
		list: 'engagement',
		property: 'CurrentLevel',
		misses: `${SCANNED}. Changes of the level that the club does not rank by, since polls see CurrentLevel only`,
	},
	'Badge.Awarded': {
		sent: 'An athlete earned the badge of a challenge, with the award, the badge and the challenge',
		data: { TrainingChallengeId: null, AwardType: null },
		polled: 'An athlete earned the badge of a challenge',
		cause: 'added',
		occursOnce: true,
		misses: 'An award that becomes visible after 100 awards with larger IDs, or a week after it was earned and after one with a larger ID',
	},
	'Contact.Created': {
		sent: 'A person became a contact of the club',
		polled: 'Somebody became a contact of the club',
		cause: 'added',
		misses: GONE,
	},
	'Contact.Updated': {
		sent: 'The profile or the client stage of a contact changed',
		polled: 'A watched property of a contact changed',
		cause: 'changed',
		misses: SCANNED,
	},
	'Contact.StageChanged': {
		polled: "The client stage of a contact changed, or isn't Lead when first seen (Stage From, Stage To)",
		property: 'ClientStage',
		misses: SCANNED,
	},
	'Contact.Deleted': {
		sent: 'A contact was removed, became an athlete, or was deleted, with the reason',
		data: { Reason: 'Removed' },
		polled: 'A contact is no longer listed',
		cause: 'removed',
		misses: GONE,
	},
	'Training.Created': {
		words: 'training completed (training created)',
		sent: 'A training was completed, with the training, its totals and the goals reached',
		data: { Contact: {}, TrainingMonthTotals: {}, LifetimeTotals: {}, AchievedGoals: [] },
		polled: 'A training was completed, even if it was uploaded late',
		cause: 'added',
		occursOnce: true,
		misses: 'A training that is uploaded later than Look Back allows',
	},
	'Athlete.Visited': {
		polled: 'An athlete has more check-ins than at the previous poll; "added" is the number of new ones',
		list: 'attendance',
		misses: 'A check-in, if another one was taken back between the same two polls',
	},
	'Athlete.VisitMilestone': {
		polled: 'An athlete has reached or passed 1, 10, 50 or 100 check-ins, once each (Visit Milestones); "milestone" is the number',
		list: 'attendance',
		misses:
			'The lower of two milestones that are passed between two polls. Of whom a poll first sees, all but the smallest, and that too if they have passed it. Who left with exactly the smallest and joins again gets it again',
	},
	'Athlete.Absent': {
		polled: 'An athlete who used to come has had no visit for 30 days, once (Days Without a Visit)',
		list: 'attendance',
		misses: 'Athletes who never came, and without Existing Records Too those who were away already when the polls began',
	},
	'Athlete.CameBack': {
		polled: 'An athlete who used to come has a visit after 30 days without one (Days Without a Visit)',
		list: 'attendance',
		misses:
			'Athletes who came and stayed away again between two polls. Who was away when a poll first saw them, unless another event asks for All Visits Are In',
	},
	'Athlete.VisitsDropping': {
		polled: '4 visits or more in 30 days, then half of them or fewer, once (Days Without a Visit, Percent of the Visits Before)',
		list: 'attendance',
		misses: 'Athletes with fewer than four check-ins in the period before. A drop that was over before the next poll',
	},
	'Athlete.NeverCame': {
		polled: 'An athlete has not come in the 30 days since a poll first saw them, once (Days Without a Visit)',
		list: 'attendance',
		misses: 'Athletes who had check-ins before a correction took them away',
	},
	'UserSubscription.Created': {
		words: 'membership assigned',
		sent: 'An athlete was given a membership',
		polled: 'A membership was assigned to an athlete',
		cause: 'added',
		list: 'newMemberships',
		occursOnce: true,
		misses: 'A membership that was assigned and removed between two polls, or becomes visible after 100 memberships with larger IDs',
	},
	'UserSubscription.Updated': {
		sent: 'A membership changed, was suspended or reactivated',
		polled: 'A watched property of an assigned membership changed',
		cause: 'changed',
		misses: SCANNED,
	},
	'UserSubscription.Deleted': {
		words: 'membership removed',
		sent: 'A membership was deleted, with its last state',
		polled: 'An assigned membership is no longer listed',
		cause: 'removed',
		occursOnce: true,
		misses: 'A membership that was assigned and removed between two polls',
	},
	'Membership.EndsSoon': {
		polled: 'The last membership has 14 days left, once (Days Before the End)',
		misses: 'A membership that was renewed before the next poll, or is shorter than Days Before the End',
	},
	'Membership.Ended': {
		polled: 'The last membership of an athlete has ended, once',
		misses:
			'A membership that was renewed before the next poll. The end of an earlier membership, once a later one is used up, comes late while memberships are missing from the list',
	},
	'Membership.CreditsLow': {
		polled: 'A membership with a limit has 1 activity left or none, and some were used, once (Credits Left)',
		misses: 'A membership that got more activities before the next poll',
	},
	'Membership.Renewed': {
		polled: 'A last membership was renewed after its end or in its last 14 days (Days Before the End)',
		misses:
			'A membership that was close to its end again before the next poll. One whose predecessor was used up, disabled or no longer listed before the first poll',
	},
	'Membership.Suspended': {
		polled: 'The freeze (suspension) of a membership has begun',
		misses: 'A freeze that ended before the next poll',
	},
	'Membership.Resumed': {
		polled: 'The freeze (suspension) of a membership has ended, on its end date or because somebody ended it',
		misses: 'A freeze that began again before the next poll',
	},
	'Membership.SuspensionEndsSoon': {
		polled: 'A freeze (suspension) with an end has 14 days left, or less if it is shorter, once (Days Before the End)',
		misses: 'A freeze that ended before the next poll',
	},
	'Membership.Changed': {
		polled: "The status of an athlete's memberships changed; the item has the previous one",
		list: 'membershipSummaries',
		subject: 'Athletes/{userId}',
		property: 'Status',
		misses: SCANNED,
	},
	'ClassParticipant.Created': {
		words: 'class booked',
		sent: 'A person was booked into a class or put in its queue',
		polled: 'Somebody was booked into a class or queued for it, also after it began (Look Back)',
		cause: 'added',
		misses: `A booking that was made and cancelled between two polls, or made later than Look Back. ${ROLLING}`,
	},
	'ClassParticipant.Updated': {
		words: 'class booking changed',
		sent: 'A booking changed, for example from the queue into the class',
		polled: 'A booking changed, for example from the queue into the class',
		cause: 'changed',
		misses: `${SCANNED}. A change later than Look Back after the class began`,
	},
	'ClassParticipant.Deleted': {
		words: 'class booking removed',
		sent: 'A booking was removed',
		polled: 'A booking was removed before the class began',
		cause: 'removed',
		misses:
			'A booking that was removed before the class began, unless two more polls come before that, 15 minutes apart; all removals after it',
	},
	'ClassParticipant.OffWaitingList': {
		polled: 'Somebody who was queued for a class has a place in it now',
		misses: 'Somebody who was queued and got a place between two polls, or whose class has begun before the next poll',
	},
	'Class.Published': {
		sent: 'One or more classes were published',
		polled: 'A class was added to the calendar',
		cause: 'added',
		misses: `A class that was published and taken out between two polls. ${ROLLING}`,
	},
	'Class.Updated': {
		sent: 'One or more classes changed',
		polled: 'A watched property of a class changed, such as its start time',
		cause: 'changed',
		misses: SCANNED,
	},
	'Class.Deleted': { sent: 'One or more classes were deleted' },
	'Class.Unpublished': {
		sent: 'One or more classes were unpublished',
		polled: 'A class was taken out of the calendar before it began',
		cause: 'removed',
		misses:
			'A class that was taken out before it began, if the next poll came only after that. While the club still gives the class by itself, the event comes with the second read without it, 15 minutes later or more; if a calendar is suddenly empty, an hour later',
	},
	'Class.BeginsSoon': {
		polled: 'A class begins within 24 hours, once, and again if it is moved (Hours Before the Class)',
		misses: 'A class that was published and began between two polls',
	},
	'Class.Full': {
		polled: 'A class has as many participants as places, once; people in the queue take no place',
		misses:
			'A class that was full only between two polls, or full again before polls saw a place free. People who take part online count too',
	},
	'Class.PlaceFree': {
		polled: 'A class that a poll saw full has a free place again before it begins',
		misses:
			'A place that was taken again before the next poll, or before polls know that the booking is gone. A class that no poll saw full',
	},
	'Class.HardlyBooked': {
		polled: 'A class, not full, has 2 participants or fewer 24 hours before it, once; again if it is moved (Few Participants)',
		misses: 'A class that was published and began between two polls',
	},
	'Subscription.Created': { sent: 'A membership product was created' },
	'Subscription.Updated': { sent: 'A membership product changed' },
	'Subscription.Deleted': { sent: 'A membership product was deleted' },
	'Subscription.Plans.Updated': {
		sent: 'Plans of a membership product were added, changed or removed',
		sentSubject: 'Subscriptions/{subscriptionId}/Plans',
	},
	'Subscription.Published': { sent: 'A membership product was published' },
	'Subscription.Unpublished': { sent: 'A membership product was unpublished' },
} as const satisfies Readonly<Record<string, EventRow>>;
