import type { IDataObject, ILoadOptionsFunctions, INodeListSearchItems } from 'n8n-workflow';
import { DateTime } from 'luxon';
import { CALENDAR_TYPES } from '../../shared/api/limits';
import { LARGEST_OFFSET_MS, timeIn } from '../../shared/api/time';
import type { Field } from '../field';
import { called, byIdMode } from './picker';
import type { Picker, PickerReader, Scope } from './picker';

/** Most pages of bookings that are read to count the free places of a page of classes. */
const MAX_PAGES = 2;

/** How many places a class has left, in words; nothing where nobody can tell. */
function placesOf({ MaxLocalParticipants, MaxRemoteParticipants, Booked }: IDataObject): string[] {
	const places = Number(MaxLocalParticipants ?? 0) + Number(MaxRemoteParticipants ?? 0);
	if (Booked === undefined || places === 0) return [];
	const free = places - Number(Booked);
	return [free > 0 ? `${free} free` : 'full'];
}

/** When a class begins, on the clocks of a zone; nothing where that cannot be read. */
function beginOf(row: IDataObject, zone: string): DateTime | undefined {
	const begin = timeIn(row, 'Begin', zone);
	return begin === undefined ? undefined : DateTime.fromMillis(begin, { zone, locale: 'en' });
}

/** A class as people speak of it: its name where the club gives one, day and hour, and the places left. */
export function classItem(row: IDataObject, zone: string): INodeListSearchItems {
	const begin = beginOf(row, zone);
	const parts = [called(row, 'Class', row.ClassId), ...(begin ? [begin.toFormat('ccc d LLL HH:mm')] : []), ...placesOf(row)];
	return { name: parts.join(', '), value: row.ClassId as number };
}

/** The day of a class in the words that people search for: today, tomorrow, its date, its weekday. */
function dayOf(row: IDataObject, zone: string): string {
	const begin = beginOf(row, zone);
	if (!begin) return '';
	const days = begin.startOf('day').diff(DateTime.now().setZone(zone).startOf('day'), 'days').days;
	return [['today', 'tomorrow'][Math.round(days)] ?? '', begin.toISODate(), begin.toFormat('cccc d LLLL')].join(' ');
}

/** A window that a club gives whole although it may compare bounds with its local time. @reading bounds */
const widened = (from: DateTime, to: DateTime) => ({ from: from.minus(LARGEST_OFFSET_MS).toISO(), to: to.plus(LARGEST_OFFSET_MS).toISO() });

/** From now on; the query holds the full hour, so that a page is the same one for as long as the hour lasts. */
function calendarsFromNow(functions: ILoadOptionsFunctions): Scope[] {
	const zone = functions.getTimezone();
	const now = DateTime.now().setZone(zone);
	const end = now.startOf('day').plus({ days: 15 });
	const keep = (row: IDataObject): boolean => {
		const begin = timeIn(row, 'Begin', zone);
		return begin === undefined || (begin >= now.toMillis() && begin < end.toMillis());
	};
	return CALENDAR_TYPES.map((calendarType) => ({ params: { calendarType }, query: widened(now.startOf('hour'), end), keep }));
}

/** When a class begins, in ms; NaN where that cannot be read. */
const beginIn = (row: IDataObject, zone: string): number => timeIn(row, 'Begin', zone) ?? NaN;

/** Counts the bookings of each class, as far as a few pages tell: queued ones too, which makes a class no emptier (§4.4). */
async function counted(rows: IDataObject[], reader: PickerReader): Promise<IDataObject[]> {
	const { zone } = reader;
	const times = rows
		.map((row) => beginIn(row, zone))
		.filter((time) => !Number.isNaN(time))
		.sort((a, b) => a - b);
	if (times.length === 0) return rows;
	// Whole days, so that the calendars of the same days need the bookings once.
	const day = (time: number): DateTime => DateTime.fromMillis(time, { zone: 'utc' }).startOf('day');
	const query = widened(day(times[0]), day(times[times.length - 1]).plus({ days: 1 }));
	const booked = new Map<unknown, number>();
	let known = Infinity;
	let read = 0;
	for await (const bookings of reader.pages('GET /Classes/Bookings', { query }, MAX_PAGES)) {
		for (const { ClassId } of bookings) booked.set(ClassId, (booked.get(ClassId) ?? 0) + 1);
		// Whether the last class of the last page has more bookings, nobody has seen.
		if (++read === MAX_PAGES) known = beginIn(bookings[bookings.length - 1] ?? {}, zone);
	}
	return rows.map((row) => (beginIn(row, zone) < known ? { ...row, Booked: booked.get(row.ClassId) ?? 0 } : row));
}

/** The published classes of all calendars from now to two weeks ahead (§4.5), what is next first; any other by its id. */
export const classes: Picker = {
	call: 'GET /Classes/Calendars/{calendarType}',
	item: classItem,
	scope: calendarsFromNow,
	complete: counted,
	// Whichever way the club gives a calendar (§4.5). @reading calendarOrder
	order: (row, zone) => timeIn(row, 'Begin', zone) ?? Number.MAX_SAFE_INTEGER,
	further: dayOf,
	exact: (text) => (/^\d{1,10}$/.test(text) ? { call: 'GET /Classes/{classId}', params: { classId: text } } : undefined),
};

/** The class that an operation is about. */
export const scheduledClass = {
	displayName: 'Class',
	name: 'classId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description:
		'The class, chosen from the list, which shows the next two weeks in the timezone of this n8n, or by ID, e.g. 4711, which Class > Get Calendar gives',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a class...',
			typeOptions: {
				searchListMethod: 'searchClasses',
				searchable: true,
				slowLoadNotice: { message: 'A large club takes a while. To find a class right away, type its ID.', timeout: 3000 },
			},
		},
		byIdMode,
	],
} as const satisfies Field;

/** The class as a filter, which may be left out. */
export const classFilter = { ...scheduledClass, required: false } as const satisfies Field;
