import type { IDataObject } from 'n8n-workflow';
import { HOUR_MS } from '../../shared/api/time';
import { beginOf } from './lists';
import { checkQueued, isQueued } from './properties';
import type { PollSettings } from './settings';
import type { PolledEvent } from './polledEvent';
import { becameFalse, becameTrue, ROLLING, SCANNED } from './polledEvent';

/**
 * The begin of a class that begins soon, in seconds since the epoch, or else false. A moved class has another begin, and so a new
 * event.
 */
function beginsSoon(row: IDataObject, { hoursBefore, zone }: PollSettings, now: number): number | false | undefined {
	const begin = beginOf(row, zone);
	if (begin === undefined) return undefined;
	const at = Math.floor(begin / 1000);
	return at * 1000 >= now && at * 1000 <= now + hoursBefore * HOUR_MS && at;
}

/** How many places a class has; 0 if they are not limited. */
export const placesIn = ({ MaxLocalParticipants }: IDataObject): number => Math.max(0, Number(MaxLocalParticipants ?? 0)) || 0;

/** Whether a booking takes a place in its class. */
const takesPlace = (booking: IDataObject, settings: PollSettings): boolean => !isQueued(booking, settings);

/** Values that the calendars and the bookings remember for the events of places. They are never emitted. */
export const HAS_PLACES: PolledEvent = {
	name: 'Class.places',
	family: 'Classes',
	description: 'How many places a class has',
	list: 'calendars',
	cause: 'value',
	value: placesIn,
	isEvent: () => false,
	subject: 'Classes/{classId}',
	misses: '',
};
export const TAKES_PLACE: PolledEvent = {
	...HAS_PLACES,
	name: 'ClassParticipant.takesPlace',
	description: 'Whether a booking takes a place',
	list: 'bookings',
	value: takesPlace,
	check: checkQueued,
	owner: ({ queuedField }) => queuedField,
};

/** The places of a class, known once both lists were read. */
interface Places {
	/** When the class begins, in seconds since the epoch. */
	at: number;
	/** 0: not limited. */
	places: number;
	participants: number;
	/** How many more there are, if the bookings that the last read lacked still stand. */
	doubtful?: number;
}

/** Whether a class has as many participants as places; undefined if that is unknown. */
function isFull(row: IDataObject): boolean | undefined {
	const { places, participants, doubtful = 0 } = row as unknown as Places;
	const [isFullNow, mayBeFull] = [participants, participants + doubtful].map((count) => places > 0 && count >= places);
	return participants === undefined || isFullNow !== mayBeFull ? undefined : isFullNow;
}

/**
 * The begin of a class that begins soon, has few participants and has places left, in seconds since the epoch, or else false;
 * undefined if that is unknown.
 */
function hardlyBooked(row: IDataObject, { hoursBefore, fewParticipants }: PollSettings, now: number): number | false | undefined {
	const { at, participants, doubtful = 0 } = row as unknown as Places;
	if (participants === undefined) return undefined;
	if (at * 1000 > now + hoursBefore * HOUR_MS || participants > fewParticipants) return false;
	return participants + doubtful > fewParticipants || isFull(row) === undefined ? undefined : !isFull(row) && at;
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
		misses: `A booking that was made and cancelled between two polls. ${ROLLING}`,
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
		misses:
			'A booking that was removed before the class began, if the next poll came only after that, or the second one where the club still gives the booking by itself; all removals after it',
	},
	{
		name: 'ClassParticipant.OffWaitingList',
		family: 'Class Participants',
		description: 'Somebody who was queued for a class has a place in it now',
		list: 'bookings',
		cause: 'value',
		// A place in a class that has begun is no news.
		value: (row, settings, now) => ((beginOf(row, settings.zone) ?? Infinity) < now ? undefined : takesPlace(row, settings)),
		isEvent: (before, now) => before === false && now === true,
		details: (_before, _now, _row, { queuedField }) => ({ changed: [queuedField] }),
		check: checkQueued,
		owner: ({ queuedField }) => queuedField,
		options: ['queuedField'],
		subject: 'Classes/{classId}/Participants/{userId}',
		misses: 'Somebody who was queued and got a place between two polls, or whose class has begun before the next poll',
	},
	{
		name: 'Class.Published',
		family: 'Classes',
		description: 'A class was added to the calendar',
		list: 'calendars',
		cause: 'added',
		subject: 'Classes/{classId}',
		misses: `A class that was published and taken out between two polls. ${ROLLING}`,
	},
	{
		name: 'Class.Updated',
		family: 'Classes',
		description: 'A watched property of a class changed, such as its start time',
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
		misses:
			'A class that was taken out before it began, if the next poll came only after that. A class that can still be read by itself is told at the second read without it, 15 minutes later or more; one of a calendar that gives no class at all, an hour after that began',
	},
	{
		name: 'Class.BeginsSoon',
		family: 'Classes',
		description: 'A class begins within 24 hours, once, and again if it is moved (Hours Before the Class)',
		list: 'calendars',
		cause: 'value',
		looksAt: ['Begin'],
		value: beginsSoon,
		isEvent: becameTrue,
		owner: ({ hoursBefore }) => hoursBefore,
		subject: 'Classes/{classId}',
		options: ['hoursBefore'],
		misses: 'A class that was published and began between two polls',
	},
	{
		name: 'Class.Full',
		family: 'Classes',
		description: 'A class has as many participants as places, once; people in the queue take no place',
		list: 'calendars',
		places: true,
		cause: 'value',
		value: isFull,
		isEvent: becameTrue,
		owner: ({ queuedField, lookAhead }) => [queuedField, lookAhead],
		options: ['queuedField'],
		subject: 'Classes/{classId}',
		misses:
			'A class that was full only between two polls, or full again before polls saw a place free. People who take part online count too',
	},
	{
		name: 'Class.PlaceFree',
		family: 'Classes',
		description: 'A class that a poll saw full has a free place again before it begins',
		list: 'calendars',
		places: true,
		cause: 'value',
		value: isFull,
		isEvent: becameFalse,
		owner: ({ queuedField, lookAhead }) => [queuedField, lookAhead],
		options: ['queuedField'],
		subject: 'Classes/{classId}',
		misses:
			'A place that was taken again before the next poll, or before the second one where the club still gives the booking by itself. A class that no poll saw full',
	},
	{
		name: 'Class.HardlyBooked',
		family: 'Classes',
		description:
			'A class that is not full begins within 24 hours and has 2 participants or fewer, once, and again if it is moved (Hours Before the Class and Few Participants)',
		list: 'calendars',
		places: true,
		cause: 'value',
		value: hardlyBooked,
		isEvent: becameTrue,
		owner: ({ queuedField, lookAhead, hoursBefore, fewParticipants }) => [queuedField, lookAhead, hoursBefore, fewParticipants],
		options: ['queuedField', 'hoursBefore', 'fewParticipants'],
		subject: 'Classes/{classId}',
		misses: 'A class that was published and began between two polls',
	},
] as const satisfies readonly PolledEvent[];
