import { MAX_COUNT } from '../../../shared/api/limits';
import { byIdDirection, filtersById } from '../../fields';
import { defineOperation } from '../../operation';

export const getAll = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many membership summaries',
	description: 'Retrieve the membership summaries of many athletes',
	calls: ['GET /Athletes/MembershipSummaries'],
	fields: [filtersById],
	list: { maxCount: MAX_COUNT.summaries, orderedBy: 'UserId', direction: byIdDirection },
});
