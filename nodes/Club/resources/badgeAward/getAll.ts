import { idFilters } from '../../fields';
import { defineOperation } from '../../operation';
import { athleteFilter } from '../../pickers/people';

export const getAll = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many badge awards',
	description:
		'Retrieve the awards of the club or of one athlete; the newest first, or with "From ID" the oldest. To start a workflow when a badge is earned, use the Club Trigger; for one picture, use Get.',
	calls: ['GET /BadgeAwards', 'GET /Athletes/{userId}/BadgeAwards'],
	fields: [
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add filter',
			default: {},
			options: [athleteFilter, ...idFilters],
		},
	],
	advice: { 404: 'This person is no current athlete of the club, so there are no awards to see.' },
	list: {},
});
