import { filtersById } from '../../fields';
import { defineOperation } from '../../operation';
import { daysOptions } from './options';

export const getAll = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many attendance summaries',
	description:
		'Retrieve the attendance summaries of many athletes. To include names, memberships and activity, use Athlete > Get Many Overviews.',
	calls: ['GET /Athletes/AttendanceSummaries'],
	fields: [filtersById, daysOptions],
	list: {},
});
