import type { IDataObject } from 'n8n-workflow';
import { ATTENDANCE_DAYS } from '../../shared/api/limits';
import type { Field } from '../fields/field';
import { FILTERS, idFilters, OPTIONS } from '../fields/fields';
import { defineOperation, type Resource } from '../operation';
import { athlete } from '../pickers/people';

export const SUMMARIES = {
	membership: { name: 'Membership', one: 'GET /Athletes/{userId}/MembershipSummary', many: 'GET /Athletes/MembershipSummaries' },
	attendance: { name: 'Attendance', one: 'GET /Athletes/{userId}/AttendanceSummary', many: 'GET /Athletes/AttendanceSummaries' },
	engagement: { name: 'Engagement', one: 'GET /Athletes/{userId}/EngagementSummary', many: 'GET /Athletes/EngagementSummaries' },
} as const;

export type Summary = keyof typeof SUMMARIES;

export const summaryChoices = [
	{ name: 'Attendance', value: 'attendance', description: 'First, last and recent check-ins' },
	{ name: 'Engagement', value: 'engagement', description: 'Activity, level and points of the month' },
	{ name: 'Membership', value: 'membership', description: 'Combined status of all memberships' },
] as const;

/** The summary to read; it starts empty, so that nobody reads another one than they meant. */
const summary = {
	displayName: 'Summary',
	name: 'summary',
	type: 'options',
	required: true,
	options: summaryChoices,
	default: '',
	api: false,
	description: 'The summary to get. To get several at once, use Athlete > Get Overview.',
} as const satisfies Field;

export const days = {
	displayName: 'Days',
	name: 'days',
	type: 'number',
	typeOptions: { minValue: ATTENDANCE_DAYS.min, maxValue: ATTENDANCE_DAYS.max },
	default: 30,
	api: false,
	description: 'The number of days in which check-ins count as recent, e.g. 30. As many days before them are counted too.',
} as const satisfies Field;

const summaryOptions = {
	...OPTIONS,
	options: [{ ...days, displayOptions: { show: { '/summary': ['attendance'] } } }],
} as const satisfies Field;

export const daysOf = (chosen: Summary, { days: count }: { days?: number }): IDataObject =>
	chosen === 'attendance' && count !== undefined ? { days: count } : {};

export const athleteSummary: Resource = {
	value: 'athleteSummary',
	name: 'Athlete Summary',
	description: 'Visits, activity or status',
	operations: [
		defineOperation({
			value: 'get',
			name: 'Get',
			action: 'Get athlete summary',
			description: 'Get one summary of an athlete',
			calls: Object.values(SUMMARIES).map(({ one }) => one),
			cost: '1',
			fields: [summary, athlete, summaryOptions],
			async run(session, { summary: chosen, userId, options }) {
				return await session.send(SUMMARIES[chosen].one, { params: await session.resolve({ userId }), query: daysOf(chosen, options) });
			},
		}),
		defineOperation({
			value: 'getAll',
			name: 'Get Many',
			action: 'Get many athlete summaries',
			description: 'Get one summary of many athletes',
			calls: Object.values(SUMMARIES).map(({ many }) => many),
			fields: [summary, { ...FILTERS, options: idFilters }, summaryOptions],
			choose: ({ summary: chosen }) => SUMMARIES[chosen].many,
			list: { query: (query, { summary: chosen, options }) => ({ ...query, ...daysOf(chosen, options) }) },
		}),
	],
};
