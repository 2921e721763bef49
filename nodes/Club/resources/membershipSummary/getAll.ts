import { filtersById } from '../../fields';
import { defineOperation } from '../../operation';

export const getAll = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many membership summaries',
	description:
		'Retrieve the membership summaries of many athletes. To include names, check-ins and activity, use Athlete > Get Many Overviews.',
	calls: ['GET /Athletes/MembershipSummaries'],
	fields: [filtersById],
	list: {},
});
