import type { IDataObject } from 'n8n-workflow';
import { instantOf, timeIn } from '../../../shared/api/time';
import { ClubError, InvalidInput } from '../../../shared/transport/errors';
import { interval } from '../../values';
import { defineOperation } from '../../operation';
import { athleteFilter } from '../../pickers/people';
import { classFilter } from '../../pickers/classes';

/** Properties of a booking that the spec names (§2.13, §4.4): what Simplify keeps. */
export const BOOKING_PROPERTIES = ['Begin', 'BookActorName', 'TotalCredits', 'ClassId', 'UserId', 'BookActorId'] as const;

/** A moment that no class begins after. */
const END_OF_TIME = '2100-01-01T00:00:00Z';

/**
 * When the class of a booking begins.
 * @reading bookingBegin
 * @throws ClubError where that cannot be read
 */
function beginOf(booking: IDataObject, zone: string): number {
	const begin = timeIn(booking, 'Begin', zone);
	if (begin !== undefined) return begin;
	throw new ClubError('A booking does not say when its class begins, so that this node cannot tell where "From" is', {
		description:
			'The API does not take "From" together with "Newest First", and this club gives no "Begin" that can be read. Leave out one of the two.',
	});
}

export const getAll = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many bookings',
	description:
		'Retrieve the bookings of the club, of one class or of one athlete, ordered by when the class begins. To book somebody, use Class Participant > Add; for the states of those in one class, use Class Participant > Get Many.',
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
					description:
						'Only bookings of classes that begin before this time, e.g. 2026-11-21T18:30:00. Without "From", the most recent come first.',
				},
			],
		},
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: [
				{
					displayName: 'Newest First',
					name: 'newestFirst',
					type: 'boolean',
					default: true,
					api: false,
					description: 'Whether to begin with the latest class, those to come included, and to go back in time from there',
				},
			],
		},
	],
	advice: { 404: 'There is no published class with this ID.' },
	simplify: BOOKING_PROPERTIES,
	list: {
		// The API goes backward with only an end (§4.4); the beginning is then for this node to see.
		query: ({ from, ...query }, { options }) => (options.newestFirst ? { to: END_OF_TIME, ...query } : { from, ...query }),
		keep: ({ filters: { from }, options }, { zone }) =>
			options.newestFirst && from !== undefined ? (row) => (beginOf(row, zone) < instantOf(from) ? 'end' : true) : undefined,
	},
	check({ filters }) {
		interval(filters.from, filters.to, 'exclusive');
		if (filters.classId === undefined || filters.userId === undefined) return;
		throw new InvalidInput(
			'Bookings are read for a class or for an athlete, not for both',
			'Leave out "Class" or "Athlete". Nothing was sent.',
		);
	},
});
