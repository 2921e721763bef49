import { filtersById } from '../../fields';
import { defineOperation } from '../../operation';

export const getAll = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many engagement summaries',
	description:
		'Retrieve the engagement summaries of many athletes. To include names, check-ins and memberships, use Athlete > Get Many Overviews.',
	calls: ['GET /Athletes/EngagementSummaries'],
	fields: [filtersById],
	list: {},
});
