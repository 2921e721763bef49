import { PROPERTIES } from '../../shared/api/properties';
import { interval } from '../fields/dates';
import { FROM, INCLUDES_DAY, TO } from '../fields/fields';
import { defineOperation, type Resource } from '../operation';
import { scheduledClass } from '../pickers/classes';
import { withNames } from '../run/subjects';

export const scheduledClasses: Resource = {
	value: 'class',
	name: 'Class',
	description: 'A class in a calendar',
	operations: [
		defineOperation({
			value: 'get',
			name: 'Get',
			action: 'Get class',
			description: 'Get a class by ID, or by name and time',
			calls: ['GET /Classes/{classId}'],
			fields: [scheduledClass],
			simplify: PROPERTIES.class,
		}),
		defineOperation({
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
		}),
		defineOperation({
			value: 'getParticipants',
			name: 'Get Participants',
			action: 'Get participants of class',
			description: 'Get the participants and the queue of a class',
			calls: ['GET /Classes/{classId}/Participants'],
			fields: [scheduledClass],
			list: {
				// A model cannot read a list of people to find their names.
				complete: (_values, session) => async (rows) => (session.settings.isForModel ? await withNames(session, rows) : [...rows]),
			},
		}),
	],
};
