import type { IDataObject } from 'n8n-workflow';
import type { ListCall } from '../../../shared/api/endpoints';
import { maxCountOf } from '../../../shared/api/endpoints';
import { isId } from '../../../shared/api/facts';
import { rowsOf } from '../../../shared/lists/pages';
import { ClubError, SEE_CHECK } from '../../../shared/transport/errors';
import { rowsByIds } from '../../calls/batchReads';
import type { Session } from '../../calls/session';
import { athleteFilters, filteredBy, keepPeople } from '../../fields/fields';
import { defineOperation } from '../../operation';
import { daysOf, SUMMARIES } from '../athleteSummary';
import { overviewOptions, summariesOf } from './getOverview';

/**
 * The summaries of some athletes.
 * @throws ClubError when no row of a page has a UserId; otherwise every athlete would seem to have no summary
 */
const summariesById = async (session: Session, call: ListCall, ids: readonly number[], query: IDataObject) =>
	await rowsByIds(ids, maxCountOf(call) ?? 1, async (range) => {
		const body = await session.request(call, { query: { ...query, ...range } });
		const rows = rowsOf(body);
		if (rows.length === 0 || rows.some(({ UserId }) => typeof UserId === 'number')) return body;
		throw new ClubError(`No row of ${call} has a number as "UserId"`, {
			description: `The node cannot tell which athlete each summary belongs to. Leave out this summary with "Include", or read each athlete with Get Overview. ${SEE_CHECK}`,
			failure: { cause: 'configuration-invalid' },
		});
	});

/** Reads four lists side by side, all in ascending order of UserId: for 20,000 athletes 20 pages, an empty last one, and 3 times 40 pages. */
export const getManyOverviews = defineOperation({
	value: 'getManyOverviews',
	name: 'Get Many Overviews',
	action: 'Get many overviews of athletes',
	description: 'Get many athletes with their summaries',
	calls: ['GET /Athletes', ...Object.values(SUMMARIES).map(({ many }) => many)],
	cost: '1 per 1,000 athletes, plus 1 per 500 rows of each summary',
	fields: [athleteFilters, overviewOptions],
	list: {
		keep: keepPeople,
		keptBy: filteredBy,
		query: (query) => ({ fromId: 1, ...query }),
		complete:
			({ options }, session) =>
			async (people) => {
				const overviews = people.map((person): IDataObject => ({ ...person }));
				const ids = people.map(({ UserId }) => UserId).filter(isId);
				for (const summary of summariesOf(options)) {
					const { name, many } = SUMMARIES[summary];
					const rows = await summariesById(session, many, ids, daysOf(summary, options));
					for (const overview of overviews) overview[name] = rows.get(Number(overview.UserId)) ?? null;
				}
				return overviews;
			},
	},
});
