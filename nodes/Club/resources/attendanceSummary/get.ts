import { defineOperation } from '../../operation';
import { athlete } from '../../pickers/people';
import { daysOptions } from './options';

export const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get attendance summary',
	description: 'Retrieve first, last and recent check-ins of an athlete',
	calls: ['GET /Athletes/{userId}/AttendanceSummary'],
	fields: [athlete, daysOptions],
});
