import type { IDataObject } from 'n8n-workflow';
import { HOUR_MS } from '../../shared/api/time';
import { beginOf } from '../../shared/api/facts';
import { isQueued } from './properties';
import type { PollSettings } from '../defaults';
import { becameFalse, becameTrue, type EventFunctionsByName, type StoredValue, type Value } from './polledEvent';

/**
 * The begin of a class that begins soon, in seconds since the epoch, or else false. A moved class has another begin, and so a new
 * event.
 */
function beginsSoon(row: IDataObject, { hoursBefore, zone }: PollSettings, now: number): number | false | undefined {
	const begin = beginOf(row, zone);
	if (begin === undefined) return undefined;
	const time = Math.floor(begin / 1000);
	return time * 1000 >= now && time * 1000 <= now + hoursBefore * HOUR_MS && time;
}

export const placesIn = ({ MaxLocalParticipants }: IDataObject): number => Math.max(0, Number(MaxLocalParticipants ?? 0)) || 0;

const takesPlace = (booking: IDataObject, settings: PollSettings): boolean => !isQueued(booking, settings);

/** What the calendars keep of a class for the events of places: how many it has. */
export const CLASS_PLACES: StoredValue = { name: 'Class.places', value: placesIn, reads: ['MaxLocalParticipants'] };

export const TAKES_PLACE: StoredValue = { name: 'ClassParticipant.takesPlace', value: takesPlace, options: ['queuedField'] };

interface Places {
	/** When the class begins, in seconds since the epoch. */
	time: number;
	/** 0: not limited. Absent: no poll has read them yet. */
	places?: number;
	participants: number;
	/** How many more there are, if the bookings that the last read lacked still stand. */
	doubtful?: number;
}

/** Whether a class has as many participants as places; undefined if that depends on doubtful bookings. */
function isFull(row: IDataObject): boolean | undefined {
	const { places, participants, doubtful = 0 } = row as unknown as Places;
	if (places === undefined) return undefined;
	if (!places || participants + doubtful < places) return false;
	return participants >= places || undefined;
}

/**
 * The begin of a class that begins soon, has few participants and has places left, in seconds since the epoch; undefined if that depends
 * on doubtful bookings. Otherwise the begin for which it was so before, since only a move makes it news again, or else false.
 */
function hardlyBooked(row: IDataObject, settings: PollSettings, now: number, before?: Value): number | false | undefined {
	const { hoursBefore, fewParticipants } = settings;
	const { time, participants, doubtful = 0 } = row as unknown as Places;
	const known = typeof before === 'number' && before;
	if (time * 1000 > now + hoursBefore * HOUR_MS || participants > fewParticipants) return known;
	if (participants + doubtful > fewParticipants || isFull(row) === undefined) return undefined;
	return isFull(row) ? known : time;
}

const FULLNESS = { places: true, value: isFull, options: ['queuedField', 'lookAhead'] } as const;

export const CLASSES = {
	'ClassParticipant.OffWaitingList': {
		// A place in a class that has begun is no news.
		value: (row, settings, now) => ((beginOf(row, settings.zone) ?? Infinity) < now ? undefined : takesPlace(row, settings)),
		isEvent: (before, now) => before === false && now === true,
		details: (_before, _now, _row, { queuedField }) => ({ changed: [queuedField] }),
		options: ['queuedField'],
	},
	'Class.BeginsSoon': {
		value: beginsSoon,
		isEvent: becameTrue,
		options: ['hoursBefore'],
	},
	'Class.Full': { ...FULLNESS, isEvent: becameTrue },
	'Class.PlaceFree': { ...FULLNESS, isEvent: becameFalse },
	'Class.HardlyBooked': {
		places: true,
		value: hardlyBooked,
		isEvent: becameTrue,
		options: ['queuedField', 'lookAhead', 'hoursBefore', 'fewParticipants'],
	},
} as const satisfies EventFunctionsByName;
