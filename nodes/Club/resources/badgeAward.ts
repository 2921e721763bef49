import { ID } from '../../shared/api/limits';
import { instantOf, timeIn } from '../../shared/api/time';
import { ClubError } from '../../shared/transport/errors';
import { FILTERS, idFilters, OPTIONS } from '../fields/fields';
import { defineOperation, type Resource } from '../operation';
import { athleteFilter } from '../pickers/people';
import { attachAthlete, withAthletes } from './attachAthlete';

export const badgeAward: Resource = {
	value: 'badgeAward',
	name: 'Badge Award',
	description: 'A badge that was earned',
	operations: [
		defineOperation({
			value: 'get',
			name: 'Get',
			action: 'Get badge award',
			description: 'Get a badge award by ID',
			calls: ['GET /BadgeAwards/{achievedBadgeId}'],
			fields: [
				{
					displayName: 'Achieved Badge ID',
					name: 'achievedBadgeId',
					type: 'number',
					typeOptions: { minValue: ID.min, maxValue: ID.max },
					required: true,
					default: 0,
					description:
						"The AchievedBadgeId, e.g. 4711, which Badge Award > Get Many gives and the Club Trigger too. It isn't the BadgeId of the design.",
				},
			],
			advice: { 404: 'Check that this is an AchievedBadgeId, not a BadgeId. Awards of people who left the club are not visible.' },
		}),
		defineOperation({
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
				keep({ filters: { awardedAfter, fromId } }, { zone }) {
					if (awardedAfter === undefined) return undefined;
					// From an ID on, the oldest comes first.
					const isNewestFirst = fromId === undefined;
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
		}),
	],
};
