import { ATTENDANCE_DAYS, MAX_COUNT } from '../../shared/api/limits';
import { byIdDirection, filtersById } from '../fields';
import type { Resource } from '../operation';
import { defineOperation } from '../operation';
import { athlete } from '../pickers/athletes';

const daysOptions = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'Days',
			name: 'days',
			type: 'number',
			typeOptions: { minValue: ATTENDANCE_DAYS.min, maxValue: ATTENDANCE_DAYS.max },
			default: 30,
			description: 'Length of the rolling window, and of the one before it, in days',
		},
	],
} as const;

const engagementGet = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get engagement summary',
	description: 'Retrieve the activity, level and badges of an athlete in the current month',
	calls: ['GET /Athletes/{userId}/EngagementSummary'],
	fields: [athlete],
});

const engagementGetAll = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many engagement summaries',
	description: 'Retrieve the engagement summaries of many athletes',
	calls: ['GET /Athletes/EngagementSummaries'],
	fields: [filtersById],
	list: { maxCount: MAX_COUNT.summaries, orderedBy: 'UserId', direction: byIdDirection },
});

const membershipGet = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get membership summary',
	description: 'Retrieve the membership status of an athlete, combined from all assignments',
	calls: ['GET /Athletes/{userId}/MembershipSummary'],
	fields: [athlete],
});

const membershipGetAll = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many membership summaries',
	description: 'Retrieve the membership summaries of many athletes',
	calls: ['GET /Athletes/MembershipSummaries'],
	fields: [filtersById],
	list: { maxCount: MAX_COUNT.summaries, orderedBy: 'UserId', direction: byIdDirection },
});

const attendanceGet = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get attendance summary',
	description: 'Retrieve first, last and recent check-ins of an athlete',
	calls: ['GET /Athletes/{userId}/AttendanceSummary'],
	fields: [athlete, daysOptions],
});

const attendanceGetAll = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many attendance summaries',
	description: 'Retrieve the attendance summaries of many athletes',
	calls: ['GET /Athletes/AttendanceSummaries'],
	fields: [filtersById, daysOptions],
	list: { maxCount: MAX_COUNT.summaries, orderedBy: 'UserId', direction: byIdDirection },
});

/** The three summaries of an athlete (§2.6, §2.7, §2.8). */
export const summaries: Resource[] = [
	{
		value: 'engagementSummary',
		name: 'Engagement Summary',
		description: 'Activity, level, points and badges of an athlete',
		operations: [engagementGet, engagementGetAll],
	},
	{
		value: 'membershipSummary',
		name: 'Membership Summary',
		description: 'Membership status of an athlete',
		operations: [membershipGet, membershipGetAll],
	},
	{
		value: 'attendanceSummary',
		name: 'Attendance Summary',
		description: 'Check-ins of an athlete',
		operations: [attendanceGet, attendanceGetAll],
	},
];
