import type { IDataObject } from 'n8n-workflow';
import type { ListCall } from '../../../shared/api/endpoints';
import type { OpenFrom } from '../../overview';
import { ClubError, SEE_CHECK } from '../../../shared/transport/errors';
import { pagesOf, pagingOf } from '../../../shared/records/paging';
import type { Field } from '../../field';
import type { Session } from '../../session';
import { days } from '../attendanceSummary/options';

/** The summaries of an overview: the property name, and the calls that read one or many (§4.2). */
export const SUMMARIES = {
	membership: { name: 'Membership', one: 'GET /Athletes/{userId}/MembershipSummary', many: 'GET /Athletes/MembershipSummaries' },
	attendance: { name: 'Attendance', one: 'GET /Athletes/{userId}/AttendanceSummary', many: 'GET /Athletes/AttendanceSummaries' },
	engagement: { name: 'Engagement', one: 'GET /Athletes/{userId}/EngagementSummary', many: 'GET /Athletes/EngagementSummaries' },
} as const;

export type Summary = keyof typeof SUMMARIES;

const ALL: readonly Summary[] = ['membership', 'attendance', 'engagement'];

export const overviewOptions = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			...days,
			api: false,
			description: 'The number of days in which recent check-ins are counted, e.g. 30. The same number of days before them is counted too.',
		},
		{
			displayName: 'Include',
			name: 'include',
			type: 'multiOptions',
			options: [
				{ name: 'Attendance', value: 'attendance', description: 'First, last and recent check-ins' },
				{ name: 'Engagement', value: 'engagement', description: 'Activity, level and points of the month' },
				{ name: 'Membership', value: 'membership', description: 'Combined status of all memberships' },
			],
			default: ['membership', 'attendance', 'engagement'],
			api: false,
			description: 'The summaries to include. Each summary that you leave out saves calls.',
		},
	],
} as const satisfies Field;

/** The options that decide which summaries are read. */
export interface RequestedParts {
	include?: readonly Summary[];
	days?: number;
}

/** The summaries to read; all by default. */
export const summariesOf = ({ include = ALL }: RequestedParts): readonly Summary[] => ALL.filter((summary) => include.includes(summary));

/** The query of a summary. Only attendance has `days`. */
export const daysOf = (summary: Summary, { days }: RequestedParts): IDataObject =>
	summary === 'attendance' && days !== undefined ? { days } : {};

const OTHER_WAYS = `Leave out this summary (Options > Include), or read each athlete with Get Overview. ${SEE_CHECK}`;

const missingUserId = (call: ListCall): ClubError =>
	new ClubError(`No row of ${call} has a number as "UserId"`, {
		description: `The node cannot tell which athlete each summary belongs to. ${OTHER_WAYS}`,
		failure: { cause: 'configuration-invalid' },
	});

/** @throws ClubError when no row of a summary list belongs to an athlete; otherwise every athlete would seem to have no summary */
export function refuseStrangers(name: string): never {
	const call = Object.values(SUMMARIES).find((summary) => summary.name === name)?.many;
	throw new ClubError(`No row of ${call} has the "UserId" of an athlete`, {
		description: `The rows have IDs, but none of them is the ID of an athlete. ${OTHER_WAYS}`,
		failure: { cause: 'configuration-invalid' },
	});
}

/**
 * A list of summaries from one athlete on, in ascending order (§4.1), in the largest pages, or in smaller ones if few rows are needed.
 * @throws ClubError when no row of a page has a UserId; otherwise every athlete would seem to have no summary
 */
export const summariesFrom = (session: Session, call: ListCall, query: IDataObject, pageSize: number | undefined): OpenFrom =>
	async function* (fromId) {
		const pages = pagesOf({
			fetch: async (page) => await session.request(call, { query: { ...query, fromId, ...page } }),
			...pagingOf(call, { fromId }),
			pageSize,
		});
		for await (const { rows } of pages) {
			if (rows.length > 0 && !rows.some(({ UserId }) => typeof UserId === 'number')) throw missingUserId(call);
			yield rows;
		}
	};
