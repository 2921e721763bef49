import { FILTERS, idFilters } from '../../fields/fields';
import { defineOperation } from '../../operation';
import { athleteFilter } from '../../pickers/people';

export const getAll = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many badge awards',
	description: 'Get many badge awards, the newest first',
	calls: ['GET /BadgeAwards', 'GET /Athletes/{userId}/BadgeAwards'],
	fields: [{ ...FILTERS, options: [athleteFilter, ...idFilters] }],
	advice: { 404: 'This person is not a current athlete of the club, so their awards are not visible.' },
	list: {},
});
