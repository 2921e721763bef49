import type { Resource } from '../../operation';
import { get } from './get';
import { getCalendar } from './getCalendar';
import { getParticipants } from './getParticipants';

export const scheduledClasses: Resource = {
	value: 'class',
	name: 'Class',
	description: 'A class in a calendar',
	operations: [get, getCalendar, getParticipants],
};
