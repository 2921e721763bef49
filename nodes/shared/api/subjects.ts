import type { Call } from './endpoints';
import { ID } from './limits';

/** What an event's subject stands for, and how its current record is read (§6.3). */
export interface SubjectPattern {
	/** The subject as the spec writes it, ids in braces. Not a path of the API. */
	pattern: string;
	/** The call that reads the record; absent where no single record stands behind the subject. */
	call?: Call;
	/** For a product, which only the catalogue gives: which id is its own, and whether its plans are what matters. */
	product?: { id: string; withPlans: boolean };
	/** Whether the same subject can exist again after a deletion, so that a late event must not hide the new record. */
	mayReturn?: boolean;
	/** What to do where the record cannot be read. */
	instead: string;
}

/** The subjects of §6.3, each with its look-up. */
export const SUBJECTS: readonly SubjectPattern[] = [
	{
		pattern: 'Athletes/{userId}',
		call: 'GET /Athletes/{userId}',
		mayReturn: true,
		instead: 'The athlete has left the club or was deleted. What is known stands in the data of the event.',
	},
	{
		pattern: 'Athletes/{userId}/Levels',
		call: 'GET /Athletes/{userId}/EngagementSummary',
		instead: 'The athlete is no longer in the club. The previous and the new level stand in the data of the event.',
	},
	{
		// The spec looks into the EngagementSummary, which holds the awards of the current month only;
		// the award itself can be read at any time by its id (§4.3).
		pattern: 'Athletes/{userId}/Badges/{achievedBadgeId}',
		call: 'GET /BadgeAwards/{achievedBadgeId}',
		instead: 'The award is not visible, for example because the athlete has left the club. It stands in the data of the event.',
	},
	{
		pattern: 'Contacts/{userId}',
		call: 'GET /Contacts/{userId}',
		mayReturn: true,
		instead:
			'The contact is gone. "Reason" in the data of the event says why; after ConvertedToAthlete, read the athlete with the same ID.',
	},
	{
		pattern: 'Trainings/{trainingId}',
		call: 'GET /Trainings/{trainingId}',
		instead: 'The training is gone. It stands in the data of the event.',
	},
	{
		pattern: 'UserSubscriptions/{userSubscriptionId}',
		call: 'GET /UserSubscriptions/{userSubscriptionId}',
		instead: 'The membership was deleted. Its last state stands in the data of the deletion event.',
	},
	{
		pattern: 'Classes/{classId}/Participants/{userId}',
		call: 'GET /Classes/{classId}/Participants/{userId}',
		mayReturn: true,
		instead: 'The participant was removed, or the class is gone. The booking stands in the data of the event.',
	},
	{
		pattern: 'Classes',
		instead: 'One or more classes changed: read the affected time again with Class > Get Calendar.',
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

/** The calls that look-ups make. */
export const LOOK_UPS: readonly [Call, ...Call[]] = [first, ...others];

/** A subject as its pattern and the ids in it. */
export interface Subject {
	pattern: SubjectPattern;
	ids: Record<string, number>;
}

const expressionOf = (pattern: string): RegExp => new RegExp(`^${pattern.replace(/\{(\w+)\}/g, '(?<$1>[1-9]\\d{0,9})')}$`);

const EXPRESSIONS = SUBJECTS.map((pattern) => ({ pattern, expression: expressionOf(pattern.pattern) }));

/**
 * What a subject stands for, or undefined for one that §6.3 does not know: another spelling, further segments,
 * or a number that is no id.
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
