import type { IDataObject, ILoadOptionsFunctions, INodeListSearchItems } from 'n8n-workflow';
import { DateTime } from 'luxon';
import { CALENDAR_TYPES } from '../../shared/api/limits';
import { LARGEST_OFFSET_MS, timeIn } from '../../shared/api/time';
import { called } from '../../shared/api/facts';
import type { Field } from '../fields/field';
import { byId, byIdMode, fromList, LOCATOR, matching, type Picker, type Scope } from './picker';

function beginOf(row: IDataObject, zone: string): DateTime | undefined {
	const begin = timeIn(row, 'Begin', zone);
	return begin === undefined ? undefined : DateTime.fromMillis(begin, { zone, locale: 'en' });
}

export function classItem(row: IDataObject, zone: string): INodeListSearchItems {
	const begin = beginOf(row, zone);
	const parts = [called(row, 'Class', row.ClassId), ...(begin ? [begin.toFormat('ccc d LLL HH:mm')] : [])];
	return { name: parts.join(', '), value: row.ClassId as number };
}

function dayOf(row: IDataObject, zone: string): string {
	const begin = beginOf(row, zone);
	if (!begin) return '';
	const days = begin.startOf('day').diff(DateTime.now().setZone(zone).startOf('day'), 'days').days;
	return [['today', 'tomorrow'][Math.round(days)] ?? '', begin.toISODate(), begin.toFormat('cccc d LLLL')].join(' ');
}

/** The calendars from now on. The query starts at the full hour, so that cached pages stay valid for that hour. */
function calendarsFromNow(functions: ILoadOptionsFunctions): Scope[] {
	const zone = functions.getTimezone();
	const now = DateTime.now().setZone(zone);
	const end = now.startOf('day').plus({ days: 15 });
	const keep = (row: IDataObject): boolean => {
		const begin = timeIn(row, 'Begin', zone);
		return begin === undefined || (begin >= now.toMillis() && begin < end.toMillis());
	};
	// A wider window: a club may compare the bounds with its local time, and would leave classes out.
	const query = { from: now.startOf('hour').minus(LARGEST_OFFSET_MS).toISO(), to: end.plus(LARGEST_OFFSET_MS).toISO() };
	return CALENDAR_TYPES.map((calendarType) => ({ params: { calendarType }, query, keep }));
}

/** The published classes of all calendars in the next two weeks (§4.5), the next one first; any other class by its ID. */
export const classes: Picker = {
	call: 'GET /Classes/Calendars/{calendarType}',
	item: classItem,
	areCalendars: true,
	scope: calendarsFromNow,
	// A club may send a calendar in either order (§4.5).
	order: (row, zone) => timeIn(row, 'Begin', zone) ?? Number.MAX_SAFE_INTEGER,
	further: dayOf,
	exact: (text) => byId(text, 'GET /Classes/{classId}', 'classId'),
};

export const scheduledClass = {
	...LOCATOR,
	displayName: 'Class',
	name: 'classId',
	description:
		'The class, from the list (the next two weeks), by ID, e.g. 4711, which Class > Get Calendar gives, or by name and time, such as "Yoga, 2026-11-21 18:30"',
	modes: [
		fromList('searchClasses', 'Select a class...', 'To find a class right away, type its ID.'),
		{
			...byIdMode,
			validation: matching('^(\\s*[1-9][0-9]{0,9}\\s*|.*\\d{4}-\\d{2}-\\d{2}.*)$', 'Enter an ID, or a name with a date such as 2026-11-21'),
		},
		{
			displayName: 'By Name and Time',
			name: 'nameAndTime',
			type: 'string',
			placeholder: 'e.g. Yoga, 2026-11-21 18:30',
			validation: matching('.*\\d{4}-\\d{2}-\\d{2}.*', 'Enter a name with a date such as 2026-11-21'),
			hint: 'Its name, and the day or time when it begins. Costs one to three calls',
		},
	],
} as const satisfies Field;
