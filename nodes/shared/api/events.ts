import type { Call } from './endpoints';
import { ID } from './limits';

/** A business event of the club (§6.2): its exact name, its family, and what it means to a user. */
export interface EventType {
	name: string;
	family: string;
	description: string;
}

/** The business events that a webhook subscription can have (§6.2). The club accepts no other name. */
export const EVENT_TYPES = [
	{ name: 'Athlete.Created', family: 'Athletes', description: 'A person joined the club' },
	{ name: 'Athlete.Updated', family: 'Athletes', description: 'The profile, the client stage or the guest flag of an athlete changed' },
	{
		name: 'Athlete.LevelChanged',
		family: 'Athletes',
		description: 'An athlete reached or lost a level, with the previous and the new level',
	},
	{ name: 'Athlete.Deleted', family: 'Athletes', description: 'An athlete left the club or was deleted' },
	{ name: 'Contact.Created', family: 'Contacts', description: 'A person became a contact of the club' },
	{ name: 'Contact.Updated', family: 'Contacts', description: 'The profile or the client stage of a contact changed' },
	{
		name: 'Contact.Deleted',
		family: 'Contacts',
		description: 'A contact was removed, became an athlete, or was deleted, with the reason',
	},
	{
		name: 'Training.Created',
		family: 'Trainings',
		description: 'A training was completed, with the training, its totals and the goals reached',
	},
	{
		name: 'Badge.Awarded',
		family: 'Athletes',
		description: 'An athlete earned the badge of a challenge, with the award, the badge and the challenge',
	},
	{ name: 'UserSubscription.Created', family: 'Memberships', description: 'An athlete was given a membership' },
	{ name: 'UserSubscription.Updated', family: 'Memberships', description: 'A membership changed, was suspended or reactivated' },
	{ name: 'UserSubscription.Deleted', family: 'Memberships', description: 'A membership was deleted, with its last state' },
	{ name: 'ClassParticipant.Created', family: 'Class Participants', description: 'A person was booked into a class or put in its queue' },
	{
		name: 'ClassParticipant.Updated',
		family: 'Class Participants',
		description: 'A booking changed, for example from the queue into the class',
	},
	{ name: 'ClassParticipant.Deleted', family: 'Class Participants', description: 'A booking was removed' },
	{ name: 'Class.Updated', family: 'Classes', description: 'One or more classes changed' },
	{ name: 'Class.Deleted', family: 'Classes', description: 'One or more classes were deleted' },
	{ name: 'Class.Published', family: 'Classes', description: 'One or more classes were published' },
	{ name: 'Class.Unpublished', family: 'Classes', description: 'One or more classes were unpublished' },
	{ name: 'Subscription.Created', family: 'Membership Products', description: 'A membership product was created' },
	{ name: 'Subscription.Updated', family: 'Membership Products', description: 'A membership product changed' },
	{ name: 'Subscription.Deleted', family: 'Membership Products', description: 'A membership product was deleted' },
	{
		name: 'Subscription.Plans.Updated',
		family: 'Membership Products',
		description: 'Plans of a membership product were added, changed or removed',
	},
	{ name: 'Subscription.Published', family: 'Membership Products', description: 'A membership product was published' },
	{ name: 'Subscription.Unpublished', family: 'Membership Products', description: 'A membership product was unpublished' },
] as const satisfies readonly EventType[];

/** Exact name of a business event. */
export type EventName = (typeof EVENT_TYPES)[number]['name'];

/** The names of all business events. */
export const EVENT_NAMES: readonly string[] = EVENT_TYPES.map(({ name }) => name);

/** The events that the club does not send. Only polls find them, in lists (§2.8, §2.11, §4.4 to §4.6). */
export const POLLED_NAMES = [
	...['Athlete.Absent', 'Athlete.CameBack', 'Athlete.NeverCame', 'Athlete.StageChanged', 'Athlete.StaysAtStage', 'Athlete.Visited'],
	...['Athlete.VisitMilestone', 'Athlete.VisitsDropping', 'Class.BeginsSoon', 'Class.Full', 'Class.HardlyBooked', 'Class.PlaceFree'],
	...['ClassParticipant.OffWaitingList'],
	...['Contact.StageChanged', 'Membership.Changed', 'Membership.CreditsLow', 'Membership.Ended', 'Membership.EndsSoon'],
	...['Membership.Renewed', 'Membership.Resumed', 'Membership.Suspended', 'Membership.SuspensionEndsSoon'],
] as const;

/** The record that the subject of an event names, and how to read it (§6.3). */
interface SubjectPattern {
	/** The subject as the spec writes it, ids in braces. It is not a path of the API. */
	pattern: string;
	/** The call that reads the record; absent if the subject does not name a single record. */
	call?: Call;
	/** For a product, which only the catalogue shows: the name of its id, and whether to read its plans. */
	product?: { id: string; withPlans: boolean };
	/** Whether the same subject can exist again after a deletion. A late event of the deletion must not hide the new record. */
	mayReturn?: boolean;
	/** What to do if the record cannot be read. */
	instead: string;
}

/** The subjects of §6.3, each with its look-up. */
export const SUBJECTS: readonly SubjectPattern[] = [
	{
		pattern: 'Athletes/{userId}',
		call: 'GET /Athletes/{userId}',
		mayReturn: true,
		instead: 'The athlete left the club or was deleted. See "data" of the event for what is known.',
	},
	{
		pattern: 'Athletes/{userId}/Levels',
		call: 'GET /Athletes/{userId}/EngagementSummary',
		instead: 'The athlete is no longer in the club. See "data" of the event for the previous and the new level.',
	},
	{
		// The spec names the EngagementSummary, which has only the awards of the current month.
		// The award itself can be read at any time by its id (§4.3).
		pattern: 'Athletes/{userId}/Badges/{achievedBadgeId}',
		call: 'GET /BadgeAwards/{achievedBadgeId}',
		instead: 'The award is not visible, for example because the athlete left the club. See "data" of the event for the award.',
	},
	{
		pattern: 'Contacts/{userId}',
		call: 'GET /Contacts/{userId}',
		mayReturn: true,
		instead:
			'The contact is gone. See "Reason" in "data" of the event for the cause. If it is ConvertedToAthlete, read the athlete with the same ID.',
	},
	{
		pattern: 'Trainings/{trainingId}',
		call: 'GET /Trainings/{trainingId}',
		instead: 'The training is gone. See "data" of the event for the training.',
	},
	{
		pattern: 'UserSubscriptions/{userSubscriptionId}',
		call: 'GET /UserSubscriptions/{userSubscriptionId}',
		instead: 'The membership was deleted. See "data" of the deletion event for its last state.',
	},
	{
		pattern: 'Classes/{classId}/Participants/{userId}',
		call: 'GET /Classes/{classId}/Participants/{userId}',
		mayReturn: true,
		instead: 'The participant was removed, or the class is gone. See "data" of the event for the booking.',
	},
	{
		pattern: 'Classes',
		instead: 'One or more classes changed. Read the calendar of the affected time again with Class > Get Calendar.',
	},
	{
		pattern: 'Subscriptions/{subscriptionId}',
		call: 'GET /Subscriptions',
		product: { id: 'subscriptionId', withPlans: false },
		instead: 'The product is not in the catalogue. Read the catalogue again with Membership Product > Get Many.',
	},
	{
		pattern: 'Subscriptions/{subscriptionId}/Plans',
		call: 'GET /Subscriptions',
		product: { id: 'subscriptionId', withPlans: true },
		instead: 'The product is not in the catalogue. Read the catalogue again with Membership Product > Get Many and With Plans.',
	},
];

const [first, ...others] = new Set(SUBJECTS.flatMap(({ call }) => call ?? []));

/** The calls that read the records of subjects. */
export const LOOK_UPS: readonly [Call, ...Call[]] = [first, ...others];

/** A subject as its pattern and the ids in it. */
export interface Subject {
	pattern: SubjectPattern;
	ids: Record<string, number>;
}

const expressionOf = (pattern: string): RegExp => new RegExp(`^${pattern.replace(/\{(\w+)\}/g, '(?<$1>[1-9]\\d{0,9})')}$`);

const EXPRESSIONS = SUBJECTS.map((pattern) => ({ pattern, expression: expressionOf(pattern.pattern) }));

/**
 * The pattern and the ids of a subject; undefined for a subject that §6.3 does not have: another spelling, more segments,
 * or a number that is not an id.
 */
export function parseSubject(subject: string): Subject | undefined {
	for (const { pattern, expression } of EXPRESSIONS) {
		const match = expression.exec(subject);
		if (!match) continue;
		const ids = Object.fromEntries(Object.entries(match.groups ?? {}).map(([name, digits]) => [name, Number(digits)]));
		return Object.values(ids).every((id) => id <= ID.max) ? { pattern, ids } : undefined;
	}
	return undefined;
}
