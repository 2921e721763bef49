import { interval } from '../../fields/dates';
import { FROM, INCLUDES_DAY, TO } from '../../fields/fields';
import { defineOperation } from '../../operation';
import { PROPERTIES } from '../../../shared/api/properties';

export const getCalendar = defineOperation({
	value: 'getCalendar',
	name: 'Get Calendar',
	action: 'Get calendar of classes',
	description: 'Get the published classes of a period',
	calls: ['GET /Classes/Calendars/{calendarType}'],
	fields: [
		{
			displayName: 'Calendar',
			name: 'calendarType',
			type: 'options',
			required: true,
			options: [
				{ name: 'Club', value: 'Club', description: 'Classes of the club' },
				{ name: 'Personal Training', value: 'PT', description: 'Appointments with a trainer' },
				{ name: 'Services', value: 'Services', description: 'Other services, such as a massage' },
			],
			default: 'Club',
			description: 'The calendar to read',
		},
		{
			...FROM,
			required: true,
			default: '={{ $today }}',
			description: 'Return only classes that begin at this time or later, e.g. 2026-11-21T18:30:00',
		},
		{
			...TO,
			required: true,
			default: '={{ $today.plus({ days: 7 }) }}',
			description: `Return only classes that begin before this time, e.g. 2026-11-21T18:30:00. ${INCLUDES_DAY}`,
		},
	],
	simplify: PROPERTIES.class,
	list: {},
	check: ({ from, to }) => interval(from, to, 'exclusive'),
});
