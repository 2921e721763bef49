import type { IDataObject } from 'n8n-workflow';
import type { ListCall } from '../../../shared/api/endpoints';
import type { OpenFrom } from '../../run/overview';
import { ClubError, SEE_CHECK } from '../../../shared/transport/errors';
import { pagesOf, pagingOf } from '../../../shared/lists/pages';
import type { Field } from '../../fields/field';
import { OPTIONS } from '../../fields/fields';
import type { Session } from '../../run/session';
import type { Summary } from '../athleteSummary/options';
import { days, summaryChoices } from '../athleteSummary/options';

const ALL: readonly Summary[] = ['membership', 'attendance', 'engagement'];

export const overviewOptions = {
	...OPTIONS,
	options: [
		days,
		{
			displayName: 'Include',
			name: 'include',
			type: 'multiOptions',
			options: summaryChoices,
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

const missingUserId = (call: ListCall): ClubError =>
	new ClubError(`No row of ${call} has a number as "UserId"`, {
		description: `The node cannot tell which athlete each summary belongs to. Leave out this summary (Options > Include), or read each athlete with Get Overview. ${SEE_CHECK}`,
		failure: { cause: 'configuration-invalid' },
	});

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
