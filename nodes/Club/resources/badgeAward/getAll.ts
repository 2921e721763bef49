import { instantOf, timeIn } from '../../../shared/api/time';
import { ClubError } from '../../../shared/transport/errors';
import { FILTERS, OPTIONS, idFilters } from '../../fields/fields';
import { defineOperation } from '../../operation';
import { athleteFilter } from '../../pickers/people';
import { attachAthlete, withAthletes } from '../attachAthlete';

export const getAll = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many badge awards',
	description: 'Get many badge awards, the newest first',
	calls: ['GET /BadgeAwards', 'GET /Athletes/{userId}/BadgeAwards'],
	fields: [
		{
			...FILTERS,
			options: [
				athleteFilter,
				{
					displayName: 'Awarded After',
					name: 'awardedAfter',
					type: 'dateTime',
					default: '',
					api: false,
					description:
						'Return only badges that were earned at this time or later, e.g. 2026-11-21. The node reads the newest first and stops at the first older one.',
				},
				...idFilters,
			],
		},
		{ ...OPTIONS, options: [attachAthlete] },
	],
	advice: { 404: 'This person is not a current athlete of the club, so their awards are not visible.' },
	list: {
		keep({ filters: { awardedAfter, fromId }, options }, { zone }) {
			if (awardedAfter === undefined) return undefined;
			// From an ID or a cursor on, the oldest may come first.
			const isNewestFirst = fromId === undefined && (options as { cursor?: string }).cursor === undefined;
			return (row) => {
				const awarded = timeIn(row, 'AchievedAt', zone);
				if (awarded === undefined)
					throw new ClubError('A badge award does not say when it was earned, so the node cannot apply "Awarded After"', {
						description:
							'The node compares the "AchievedAt" of each award. This club sends none that it can read. Leave out "Awarded After".',
					});
				return awarded >= instantOf(awardedAfter) || (isNewestFirst && 'end');
			};
		},
		complete: withAthletes,
	},
});
