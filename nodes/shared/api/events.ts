/** A business event of the club (§6.2): its exact name, its family, and what it means to a user. */
export interface EventType {
	name: string;
	family: string;
	description: string;
}

/** The business events that a webhook subscription can ask for (§6.2); no other name is accepted. */
export const EVENT_TYPES = [
	{ name: 'Athlete.Created', family: 'Athletes', description: 'Somebody joined the club' },
	{ name: 'Athlete.Updated', family: 'Athletes', description: 'The profile, the client stage or the guest flag of an athlete changed' },
	{
		name: 'Athlete.LevelChanged',
		family: 'Athletes',
		description: 'An athlete reached or lost a level; carries the previous and the new one',
	},
	{ name: 'Athlete.Deleted', family: 'Athletes', description: 'An athlete left the club or was deleted' },
	{ name: 'Contact.Created', family: 'Contacts', description: 'Somebody became a contact of the club' },
	{ name: 'Contact.Updated', family: 'Contacts', description: 'The profile or the client stage of a contact changed' },
	{
		name: 'Contact.Deleted',
		family: 'Contacts',
		description: 'A contact was removed, became an athlete, or was deleted; carries the reason',
	},
	{
		name: 'Training.Created',
		family: 'Trainings',
		description: 'A training was completed; carries it with the totals and the goals reached',
	},
	{
		name: 'Badge.Awarded',
		family: 'Athletes',
		description: 'An athlete earned the badge of a challenge; carries award, badge and challenge',
	},
	{ name: 'UserSubscription.Created', family: 'Memberships', description: 'An athlete was given a membership' },
	{ name: 'UserSubscription.Updated', family: 'Memberships', description: 'A membership changed, was suspended or reactivated' },
	{ name: 'UserSubscription.Deleted', family: 'Memberships', description: 'A membership was deleted; carries its last state' },
	{ name: 'ClassParticipant.Created', family: 'Class Participants', description: 'Somebody was booked into a class or queued for it' },
	{
		name: 'ClassParticipant.Updated',
		family: 'Class Participants',
		description: 'A booking changed, for example from the queue into the class',
	},
	{ name: 'ClassParticipant.Deleted', family: 'Class Participants', description: 'A booking was removed' },
	{ name: 'Class.Updated', family: 'Classes', description: 'One or more classes changed' },
	{ name: 'Class.Deleted', family: 'Classes', description: 'One or more classes were deleted' },
	{ name: 'Class.Published', family: 'Classes', description: 'One or more classes were published' },
	{ name: 'Class.Unpublished', family: 'Classes', description: 'One or more classes were taken back' },
	{ name: 'Subscription.Created', family: 'Membership Products', description: 'A membership product was created' },
	{ name: 'Subscription.Updated', family: 'Membership Products', description: 'A membership product changed' },
	{ name: 'Subscription.Deleted', family: 'Membership Products', description: 'A membership product was deleted' },
	{
		name: 'Subscription.Plans.Updated',
		family: 'Membership Products',
		description: 'Plans of a membership product were added, changed or removed',
	},
	{ name: 'Subscription.Published', family: 'Membership Products', description: 'A membership product was published' },
	{ name: 'Subscription.Unpublished', family: 'Membership Products', description: 'A membership product was taken back' },
] as const satisfies readonly EventType[];

/** Exact name of a business event. */
export type EventName = (typeof EVENT_TYPES)[number]['name'];

/** The events that the club does not send: only polls find them, in lists (§2.8, §2.11, §4.4 to §4.6). */
export const POLLED_NAMES = [
	...['Athlete.Absent', 'Athlete.CameBack', 'Athlete.NeverCame', 'Athlete.StageChanged', 'Athlete.StaysAtStage', 'Athlete.Visited'],
	...['Athlete.VisitMilestone', 'Athlete.VisitsDropping', 'Class.BeginsSoon', 'Class.Full', 'Class.HardlyBooked', 'Class.PlaceFree'],
	...['Contact.StageChanged', 'Membership.Changed', 'Membership.CreditsLow', 'Membership.Ended', 'Membership.EndsSoon'],
	...['Membership.Renewed', 'Membership.Resumed', 'Membership.Suspended', 'Membership.SuspensionEndsSoon'],
] as const;

/** The names of all business events. */
export const EVENT_NAMES: readonly string[] = EVENT_TYPES.map(({ name }) => name);
