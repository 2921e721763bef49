import { defineOperation } from '../../operation';
import { athlete } from '../../pickers/people';
import { daysOptions } from './options';

export const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get attendance summary',
	description:
		'Retrieve the first, last and recent check-ins of an athlete. To include memberships and activity, use Athlete > Get Overview. For the classes of an athlete, use Booking > Get Many.',
	calls: ['GET /Athletes/{userId}/AttendanceSummary'],
	fields: [athlete, daysOptions],
});
