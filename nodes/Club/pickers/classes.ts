import type { IDataObject, ILoadOptionsFunctions, INodeListSearchItems } from 'n8n-workflow';
import { DateTime } from 'luxon';
import { CALENDAR_TYPES } from '../../shared/api/limits';
import type { Field } from '../field';
import { called, byIdMode } from './picker';
import type { Picker, Reader, Scope } from './picker';

/** Most pages of bookings that are read to count the free places of a page of classes. */
const MOST_PAGES = 2;

/** How many places a class has left, in words; nothing where nobody can tell. */
function placesOf({ MaxLocalParticipants, MaxRemoteParticipants, Booked }: IDataObject): string {
	const places = Number(MaxLocalParticipants ?? 0) + Number(MaxRemoteParticipants ?? 0);
	if (Booked === undefined || places === 0) return '';
	const free = places - Number(Booked);
	return free > 0 ? `, ${free} free` : ', full';
}

/** A class as people speak of it: its name where the club gives one, day and hour with their zone, and the places left. */
export function classItem(row: IDataObject, zone: string): INodeListSearchItems {
	const name = called(row, 'Class', row.ClassId);
	const begin = DateTime.fromISO(typeof row.Begin === 'string' ? row.Begin : '', { zone, locale: 'en' });
	const time = begin.isValid ? `, ${begin.toFormat('ccc d LLL HH:mm')} ${zone}` : '';
	return { name: `${name}${time}${placesOf(row)}`, value: row.ClassId as number };
}

/** From now on; the query holds the full hour, so that a page is the same one for as long as the hour lasts. */
function calendarsFromNow(functions: ILoadOptionsFunctions): Scope[] {
	const now = DateTime.now().setZone(functions.getTimezone());
	const query = { from: now.startOf('hour').toISO(), to: now.startOf('day').plus({ days: 15 }).toISO() };
	const keep = ({ Begin }: IDataObject): boolean => !(Date.parse(String(Begin)) < now.toMillis());
	return CALENDAR_TYPES.map((calendarType) => ({ params: { calendarType }, query, keep }));
}

/** What is next comes first, whichever way the club gives a calendar (§4.5). */
const byBegin = (a: IDataObject, b: IDataObject): number => Date.parse(String(a.Begin)) - Date.parse(String(b.Begin));

/** Counts the bookings of each class, as far as a few pages tell: queued ones too, which makes a class no emptier (§4.4). */
async function counted(rows: IDataObject[], reader: Reader): Promise<IDataObject[]> {
	const times = rows
		.map(({ Begin }) => Date.parse(String(Begin)))
		.filter((time) => !Number.isNaN(time))
		.sort((a, b) => a - b);
	if (times.length === 0) return rows;
	// Whole days, so that the calendars of the same days need the bookings once.
	const day = (time: number): DateTime => DateTime.fromMillis(time, { zone: 'utc' }).startOf('day');
	const [from, to] = [
		day(times[0]).toISO(),
		day(times[times.length - 1])
			.plus({ days: 1 })
			.toISO(),
	];
	const booked = new Map<unknown, number>();
	let known = Infinity;
	let read = 0;
	for await (const bookings of reader.pages('GET /Classes/Bookings', { query: { from, to } }, MOST_PAGES)) {
		for (const { ClassId } of bookings) booked.set(ClassId, (booked.get(ClassId) ?? 0) + 1);
		// Whether the last class of the last page has more bookings, nobody has seen.
		if (++read === MOST_PAGES) known = Date.parse(String(bookings[bookings.length - 1]?.Begin));
	}
	return rows.map((row) => (Date.parse(String(row.Begin)) < known ? { ...row, Booked: booked.get(row.ClassId) ?? 0 } : row));
}

/** The published classes from now to two weeks ahead, one calendar after the other (§4.5); any other by its id. */
export const classes: Picker = {
	call: 'GET /Classes/Calendars/{calendarType}',
	item: classItem,
	scope: calendarsFromNow,
	complete: async (rows, reader) => await counted(rows.sort(byBegin), reader),
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
		'The class, chosen from the list, which holds those from now to two weeks ahead, or by ID, e.g. 4711, which Class > Get Calendar gives',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a class...',
			typeOptions: {
				searchListMethod: 'searchClasses',
				searchable: true,
				slowLoadNotice: { message: 'A large club takes a while. The ID of a class is found at once.', timeout: 3000 },
			},
		},
		byIdMode,
	],
} as const satisfies Field;

/** The class as a filter, which may be left out. */
export const classFilter = { ...scheduledClass, required: false } as const satisfies Field;
