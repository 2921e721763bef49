import type { IDataObject } from 'n8n-workflow';
import { InvalidInput } from '../../shared/transport/errors';
import { numbersIn, propertyOf } from '../paths';
import type { PollSettings } from '../settings';
import type { PolledEvent, Value } from './polledEvent';
import { GONE, SCANNED } from './polledEvent';

const includes = (stages: readonly string[], stage: Value | undefined): boolean => stages.length === 0 || stages.includes(String(stage));

/** Whether an athlete has not checked in; undefined where the summary has no number. */
function isAbsent(row: IDataObject, { absenceField }: PollSettings): boolean | undefined {
	const count = propertyOf(row, absenceField);
	return typeof count === 'number' ? count === 0 : undefined;
}

/** A single summary may lack the count; it is the wrong property where none has it. @throws InvalidInput @reading attendanceCounts @reading attendanceShape */
function checkAbsenceField(rows: readonly IDataObject[], { absenceField }: PollSettings): void {
	if (rows.some((row) => propertyOf(row, absenceField) !== undefined)) return;
	const names = new Set(rows.flatMap((row) => numbersIn(row).map(([path]) => path)));
	throw new InvalidInput(
		absenceField
			? `The attendance summaries have no property "${absenceField}"`
			: 'Nothing tells yet which property counts the recent check-ins',
		`Choose "Absence Field" in the options of the trigger. The numbers of a summary are: ${[...names].join(', ') || 'none'}.`,
	);
}

/** The events of people: who joined, changed or left, and what they did. */
export const PEOPLE = [
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
		isEvent: (before, now, { stageFrom, stageTo }) => before !== undefined && includes(stageFrom, before) && includes(stageTo, now),
		subject: 'Athletes/{userId}',
		options: ['stageFrom', 'stageTo'],
		when: 'when somebody gets another stage; "Stage From" and "Stage To" in the options say which',
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
		value: isAbsent,
		check: checkAbsenceField,
		// Somebody who is new has not come before.
		isEvent: (before, now) => before === false && now === true,
		owner: ({ absenceField }) => absenceField,
		subject: 'Athletes/{userId}',
		options: ['absenceField', 'days'],
		when: 'once, when somebody who came has not come for 30 days ("Days Without a Visit" in the options; "Absence Field" where the club has several counts)',
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
		misses: 'An award that shows up when 100 with larger IDs were seen already',
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
] as const satisfies readonly PolledEvent[];
