import { ID } from '../../../shared/api/limits';
import { defineOperation } from '../../operation';

export const get = defineOperation({
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
});
