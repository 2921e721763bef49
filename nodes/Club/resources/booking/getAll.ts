import type { IDataObject } from 'n8n-workflow';
import { isQueuedBooking } from '../../../shared/api/facts';
import { instantOf, timeIn } from '../../../shared/api/time';
import { ClubError, InvalidInput } from '../../../shared/transport/errors';
import { interval } from '../../fields/dates';
import { FILTERS, FROM, INCLUDES_DAY, OPTIONS, TO } from '../../fields/fields';
import { defineOperation } from '../../operation';
import { athleteFilter } from '../../pickers/people';
import { scheduledClass } from '../../pickers/classes';

const END_OF_TIME = '2100-01-01T00:00:00Z';

function beginOf(booking: IDataObject, zone: string): number {
	const begin = timeIn(booking, 'Begin', zone);
	if (begin !== undefined) return begin;
	throw new ClubError('A booking does not say when its class begins, so the node cannot apply "From"', {
		description:
			'With "Newest First", the API cannot apply "From", so the node compares the "Begin" of each booking. This club sends none that the node can read. Leave out "From" or "Newest First".',
	});
}

export const getAll = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many bookings',
	description: 'Get many bookings, by start of the class',
	calls: ['GET /Classes/Bookings', 'GET /Classes/{classId}/Bookings', 'GET /Athletes/{userId}/Bookings'],
	fields: [
		{
			...FILTERS,
			options: [
				athleteFilter,
				{ ...scheduledClass, required: false },
				{
					displayName: 'Place',
					name: 'place',
					type: 'options',
					options: [
						{ name: 'Taking Part', value: 'takingPart', description: 'Bookings that have a place in the class' },
						{ name: 'Waiting', value: 'waiting', description: 'Bookings on the waiting list' },
					],
					default: 'takingPart',
					api: false,
					description:
						'Return only bookings with a place, or only the waiting list, by "State", "Status", "IsQueued" and "QueuePosition". Without these, a booking has a place.',
				},
				{ ...FROM, description: 'Return only bookings of classes that begin at this time or later, e.g. 2026-11-21T18:30:00' },
				{
					...TO,
					description: `Return only bookings of classes before this time, e.g. 2026-11-21T18:30:00. ${INCLUDES_DAY} Without "From", the most recent come first.`,
				},
			],
		},
		{
			...OPTIONS,
			options: [
				{
					displayName: 'Newest First',
					name: 'newestFirst',
					type: 'boolean',
					default: true,
					api: false,
					description: 'Whether to return the bookings of the latest classes first, including future classes',
				},
			],
		},
	],
	advice: { 404: 'There is no published class with this ID.' },
	simplify: ['Begin', 'BookActorName', 'TotalCredits', 'ClassId', 'UserId', 'BookActorId'],
	list: {
		// The API goes backward only with an end and no beginning (§4.4), so the node applies the beginning itself.
		query: ({ from, ...query }, { options }) => (options.newestFirst ? { to: END_OF_TIME, ...query } : { from, ...query }),
		keep({ filters: { from, place }, options }, { zone }) {
			const start = options.newestFirst && from !== undefined ? instantOf(from) : undefined;
			if (start === undefined && place === undefined) return undefined;
			return (row) => {
				if (start !== undefined && beginOf(row, zone) < start) return 'end';
				return place === undefined || isQueuedBooking(row) === (place === 'waiting');
			};
		},
	},
	check({ filters }) {
		interval(filters.from, filters.to, 'exclusive');
		if (filters.classId === undefined || filters.userId === undefined) return;
		throw new InvalidInput(
			'Bookings can be filtered by class or by athlete, but not by both',
			'Leave out "Class" or "Athlete". Nothing was sent.',
		);
	},
});
