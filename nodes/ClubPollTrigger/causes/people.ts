import type { IDataObject } from 'n8n-workflow';
import { DAY_MS } from '../../shared/api/time';
import type { PollSettings } from './settings';
import type { PolledEvent, Value } from './polledEvent';
import { GONE, SCANNED } from './polledEvent';

const includes = (stages: readonly string[], stage: Value | undefined): boolean => stages.length === 0 || stages.includes(String(stage));

/** Who is first seen at another stage than Lead has changed to it (§3.1). */
const stageBefore = ({ ClientStage: stage }: IDataObject): null | undefined =>
	typeof stage === 'string' && stage !== 'Lead' ? null : undefined;

/** Whether a known stage has changed, from and to a chosen stage. */
const isChangeOfStage = (before: Value | undefined, now: Value, { stageFrom, stageTo }: PollSettings): boolean =>
	before !== undefined && includes(stageFrom, before) && includes(stageTo, now);

/**
 * A chosen stage and when it was first seen, in seconds since the epoch; only the stage after its days are over; false for any other
 * stage.
 */
type Stay = [stage: string, since: number] | string | false;

function stayOf({ ClientStage: stage }: IDataObject, { stageTo, daysAtStage }: PollSettings, now: number, known?: Value): Stay | undefined {
	if (typeof stage !== 'string') return undefined;
	if (!includes(stageTo, stage)) return false;
	if (known === stage) return stage;
	const [knownStage, knownSince] = Array.isArray(known) ? (known as [string, number]) : [];
	const since = knownStage === stage && knownSince !== undefined ? knownSince : Math.floor(now / 1000);
	return now - since * 1000 >= daysAtStage * DAY_MS ? stage : [stage, since];
}

/** The events of athletes and contacts. */
export const PEOPLE = [
	{
		name: 'Athlete.Created',
		family: 'Athletes',
		description: 'An athlete joined the club',
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
		description: 'An athlete is no longer listed',
		list: 'athletes',
		cause: 'removed',
		subject: 'Athletes/{userId}',
		misses: GONE,
	},
	{
		name: 'Athlete.StageChanged',
		family: 'Athletes',
		description:
			'The client stage of an athlete changed, or is not Lead when they are new: an import of 500 clients is 500 events (Stage From and Stage To)',
		list: 'athletes',
		cause: 'value',
		property: 'ClientStage',
		start: stageBefore,
		isEvent: isChangeOfStage,
		subject: 'Athletes/{userId}',
		options: ['stageFrom', 'stageTo'],
		misses: SCANNED,
	},
	{
		name: 'Athlete.StaysAtStage',
		family: 'Athletes',
		description: 'An athlete has stayed at a stage for 14 days since a poll first saw it, once (Days at Stage, Stage To)',
		list: 'athletes',
		cause: 'value',
		looksAt: ['ClientStage'],
		value: stayOf,
		isEvent: (before, now) => Array.isArray(before) && typeof now === 'string',
		owner: ({ stageTo, daysAtStage }) => [stageTo, daysAtStage],
		options: ['stageTo', 'daysAtStage'],
		subject: 'Athletes/{userId}',
		misses: 'The days before the first poll. A change there and back between two polls',
	},
	{
		name: 'Athlete.LevelChanged',
		family: 'Athletes',
		description: 'The level of an athlete changed; the item includes the previous level',
		list: 'engagement',
		cause: 'value',
		property: 'CurrentLevel',
		subject: 'Athletes/{userId}',
		misses: `${SCANNED}. Of the platform level and the brand level, the one that the club does not rank by (CurrentLevel is the other)`,
	},
	{
		name: 'Badge.Awarded',
		family: 'Athletes',
		description: 'An athlete earned the badge of a challenge',
		list: 'badges',
		cause: 'added',
		occursOnce: true,
		subject: 'Athletes/{userId}/Badges/{achievedBadgeId}',
		misses: 'An award that becomes visible after 100 awards with larger IDs, or a week after it was earned and after one with a larger ID',
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
		name: 'Contact.StageChanged',
		family: 'Contacts',
		description: 'The client stage of a contact changed, or is not Lead when they are new (Stage From and Stage To)',
		list: 'contacts',
		cause: 'value',
		property: 'ClientStage',
		start: stageBefore,
		isEvent: isChangeOfStage,
		options: ['stageFrom', 'stageTo'],
		subject: 'Contacts/{userId}',
		misses: SCANNED,
	},
	{
		name: 'Contact.Deleted',
		family: 'Contacts',
		description: 'A contact is no longer listed',
		list: 'contacts',
		cause: 'removed',
		subject: 'Contacts/{userId}',
		misses: GONE,
	},
	{
		name: 'Training.Created',
		family: 'Trainings',
		description: 'A training was completed, even if it was uploaded late',
		list: 'trainings',
		cause: 'added',
		occursOnce: true,
		subject: 'Trainings/{trainingId}',
		misses: 'A training that is uploaded later than Look Back allows',
	},
] as const satisfies readonly PolledEvent[];
