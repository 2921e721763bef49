import type { IDataObject } from 'n8n-workflow';
import type { ListCall } from '../../../shared/api/endpoints';
import { endpointOf, maxCountOf } from '../../../shared/api/endpoints';
import type { OpenFrom } from '../../overview';
import { ClubError, SEE_CHECK } from '../../../shared/transport/errors';
import { pagesOf } from '../../../shared/records/paging';
import type { Field } from '../../field';
import type { Session } from '../../session';
import { days } from '../attendanceSummary/options';

/** The summaries that an overview may have: under which name, and how one or many are read (§4.2). */
export const SUMMARIES = {
	membership: { name: 'Membership', one: 'GET /Athletes/{userId}/MembershipSummary', many: 'GET /Athletes/MembershipSummaries' },
	attendance: { name: 'Attendance', one: 'GET /Athletes/{userId}/AttendanceSummary', many: 'GET /Athletes/AttendanceSummaries' },
	engagement: { name: 'Engagement', one: 'GET /Athletes/{userId}/EngagementSummary', many: 'GET /Athletes/EngagementSummaries' },
} as const;

export type Summary = keyof typeof SUMMARIES;

const ALL: readonly Summary[] = ['membership', 'attendance', 'engagement'];

/** The options of an overview. */
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
			description: 'Length of the rolling window of the check-ins, and of the one before it, in days, e.g. 30',
		},
		{
			displayName: 'Include',
			name: 'include',
			type: 'multiOptions',
			options: [
				{ name: 'Attendance', value: 'attendance', description: 'First, last and recent check-ins' },
				{ name: 'Engagement', value: 'engagement', description: 'Activity, level and points of the month' },
				{ name: 'Membership', value: 'membership', description: 'Status of all memberships together' },
			],
			default: ['membership', 'attendance', 'engagement'],
			api: false,
			description: 'Which summaries to read. Each that is left out saves its calls.',
		},
	],
} as const satisfies Field;

/** What an overview is to hold. */
export interface RequestedParts {
	include?: readonly Summary[];
	days?: number;
}

/** The summaries that are wanted, all where nothing is said. */
export const summariesOf = ({ include = ALL }: RequestedParts): readonly Summary[] => ALL.filter((summary) => include.includes(summary));

/** The query of a summary: only attendance takes days. */
export const daysOf = (summary: Summary, { days }: RequestedParts): IDataObject =>
	summary === 'attendance' && days !== undefined ? { days } : {};

const ELSEWHERE = `Leave this list out (Options > Include), or read the summaries of each athlete (Get Overview). ${SEE_CHECK}`;

const nobodyNamed = (call: ListCall): ClubError =>
	new ClubError(`No row of ${call} has a number as "UserId"`, {
		description: `So nobody knows whose summaries these are. ${ELSEWHERE}`,
		failure: { cause: 'configuration-invalid' },
	});

/** @throws ClubError for the list of a summary of which no row is one of an athlete: everybody would seem to have none */
export function refuseStrangers(name: string): never {
	const call = Object.values(SUMMARIES).find((summary) => summary.name === name)?.many;
	throw new ClubError(`No row of ${call} has the "UserId" of an athlete`, {
		description: `Its rows have IDs, and none of them is that of an athlete. ${ELSEWHERE}`,
		failure: { cause: 'configuration-invalid' },
	});
}

/**
 * A list of summaries from an athlete on, ascending (§4.1), in the largest pages, or in smaller ones where few rows are wanted.
 * @reading summaryPerson
 * @throws ClubError where no row of a page says whose it is: everybody would seem to have none
 */
export const summariesFrom = (session: Session, call: ListCall, query: IDataObject, pageSize: number | undefined): OpenFrom =>
	async function* (fromId) {
		const pages = pagesOf({
			fetch: async (page) => await session.request(call, { query: { ...query, fromId, ...page } }),
			direction: 'forward',
			orderedBy: endpointOf(call)?.orderedBy,
			range: { fromId },
			maxCount: maxCountOf(call),
			pageSize,
		});
		for await (const { rows } of pages) {
			if (rows.length > 0 && !rows.some(({ UserId }) => typeof UserId === 'number')) throw nobodyNamed(call);
			yield rows;
		}
	};
