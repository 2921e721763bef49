import { defineOperation } from '../../operation';
import { athlete } from '../../pickers/people';

export const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get engagement summary',
	description:
		'Retrieve the activity, level and badges of an athlete in the current month. For details of the badges, use Badge Award > Get Many. For workouts, use Training > Get Many.',
	calls: ['GET /Athletes/{userId}/EngagementSummary'],
	fields: [athlete],
});
