import type { IDataObject, ILoadOptionsFunctions, INodeListSearchItems } from 'n8n-workflow';
import { DateTime } from 'luxon';
import { CALENDAR_TYPES } from '../../shared/api/limits';
import type { Field } from '../field';
import { byIdMode } from './modes';
import type { Picker, Scope } from './picker';

/** A class as people speak of it: its name where the club gives one, day and hour. */
export function classItem(row: IDataObject, zone: string): INodeListSearchItems {
	const name = typeof row.Name === 'string' && row.Name ? row.Name : `Class ${String(row.ClassId)}`;
	const begin = DateTime.fromISO(typeof row.Begin === 'string' ? row.Begin : '', { zone, locale: 'en' });
	return { name: begin.isValid ? `${name}, ${begin.toFormat('ccc d LLL HH:mm')}` : name, value: row.ClassId as number };
}

/** Whole days, so that a page is the same one for as long as a day lasts. */
function calendarsAround(functions: ILoadOptionsFunctions): Scope[] {
	const today = DateTime.now().setZone(functions.getTimezone()).startOf('day');
	const query = { from: today.minus({ days: 1 }).toISO(), to: today.plus({ days: 15 }).toISO() };
	return CALENDAR_TYPES.map((calendarType) => ({ params: { calendarType }, query }));
}

/** The published classes from yesterday to two weeks ahead, one calendar after the other (§4.5); any other by its id. */
export const classes: Picker = {
	call: 'GET /Classes/Calendars/{calendarType}',
	item: classItem,
	scope: calendarsAround,
	exact: (text) => (/^\d{1,10}$/.test(text) ? { call: 'GET /Classes/{classId}', params: { classId: text } } : undefined),
};

/** The class that an operation is about. */
export const scheduledClass = {
	displayName: 'Class',
	name: 'classId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The class, chosen from the list, which holds those from yesterday to two weeks ahead, or by ID, e.g. 4711',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a class...',
			typeOptions: { searchListMethod: 'searchClasses', searchable: true },
		},
		byIdMode,
	],
} as const satisfies Field;

/** The class as a filter, which may be left out. */
export const classFilter = { ...scheduledClass, required: false } as const satisfies Field;
