import type { Resource } from '../../operation';
import { get } from './get';
import { getCalendar } from './getCalendar';

export const scheduledClasses: Resource = {
	value: 'class',
	name: 'Class',
	description: 'A class, a personal training session or a service in the calendar',
	operations: [get, getCalendar],
};
