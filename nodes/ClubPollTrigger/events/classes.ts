import type { IDataObject } from 'n8n-workflow';
import { HOUR_MS } from '../../shared/api/time';
import { beginOf } from '../lists';
import type { PollSettings } from '../settings';
import type { PolledEvent } from './polledEvent';
import { becameTrue, ROLLING, SCANNED } from './polledEvent';

/** The time at which a class begins soon, in seconds, or else false: a class that is moved begins soon at another time. */
function beginsSoon(row: IDataObject, { hoursBefore, zone }: PollSettings, now: number): number | false | undefined {
	const begin = beginOf(row, zone);
	if (begin === undefined) return undefined;
	const at = Math.floor(begin / 1000);
	return at * 1000 >= now && at * 1000 <= now + hoursBefore * HOUR_MS && at;
}

/** The events of classes and their bookings. */
export const CLASSES = [
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
		cause: 'value',
		value: beginsSoon,
		isEvent: becameTrue,
		owner: ({ hoursBefore }) => hoursBefore,
		subject: 'Classes/{classId}',
		options: ['hoursBefore'],
		when: 'once, 24 hours before a class begins ("Hours Before the Class" in the options), and again when it is moved',
		misses: 'One that was published and began between two polls',
	},
] as const satisfies readonly PolledEvent[];
