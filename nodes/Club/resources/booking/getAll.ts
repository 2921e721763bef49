import { InvalidInput } from '../../../shared/transport/errors';
import { interval } from '../../values';
import { defineOperation } from '../../operation';
import { athleteFilter } from '../../pickers/athletes';
import { classFilter } from '../../pickers/classes';

/** Properties of a booking that the spec names (§2.13, §4.4): what Simplify keeps. */
export const BOOKING_PROPERTIES = ['Begin', 'BookActorName', 'TotalCredits', 'ClassId', 'UserId', 'BookActorId'] as const;

export const getAll = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many bookings',
	description: 'Retrieve the bookings of the club, of one class or of one athlete, ordered by when the class begins',
	calls: ['GET /Classes/Bookings', 'GET /Classes/{classId}/Bookings', 'GET /Athletes/{userId}/Bookings'],
	fields: [
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add filter',
			default: {},
			options: [
				athleteFilter,
				classFilter,
				{
					displayName: 'From',
					name: 'from',
					type: 'dateTime',
					default: '',
					description: 'Only bookings of classes that begin at this time or later, e.g. 2026-11-21T18:30:00',
				},
				{
					displayName: 'To',
					name: 'to',
					type: 'dateTime',
					default: '',
					description: 'Only bookings of classes that begin before this time, e.g. 2026-11-21T18:30:00. Without "From", the most recent come first.',
				},
			],
		},
	],
	advice: { 404: 'There is no published class with this ID.' },
	simplify: BOOKING_PROPERTIES,
	list: {},
	check({ filters }) {
		interval(filters.from, filters.to, 'exclusive');
		if (filters.classId === undefined || filters.userId === undefined) return;
		throw new InvalidInput('Bookings are read for a class or for an athlete, not for both', 'Leave out "Class" or "Athlete". Nothing was sent.');
	},
});
