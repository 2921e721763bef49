import type { IDataObject } from 'n8n-workflow';
import type { ListCall } from '../../../shared/api/endpoints';
import { pagesOfList } from '../../../shared/lists/pages';
import { ClubError, SEE_CHECK } from '../../../shared/transport/errors';
import type { OpenFrom } from '../../run/overview';
import { joinByUser } from '../../run/overview';
import { athleteFilters, filteredBy, keepPeople } from '../../fields/fields';
import { defineOperation } from '../../operation';
import type { Session } from '../../run/session';
import { daysOf, SUMMARIES } from '../athleteSummary/options';
import { overviewOptions, summariesOf } from './getOverview';

/**
 * A list of summaries from one athlete on, in ascending order (§4.1), in the largest pages, or in smaller ones if few rows are needed.
 * @throws ClubError when no row of a page has a UserId; otherwise every athlete would seem to have no summary
 */
const summariesFrom = (session: Session, call: ListCall, query: IDataObject, pageSize: number | undefined): OpenFrom =>
	async function* (fromId) {
		const fetch = async (pageQuery: IDataObject) => await session.request(call, { query: pageQuery });
		for await (const { rows } of pagesOfList(call, { ...query, fromId }, fetch, { pageSize })) {
			if (rows.length > 0 && !rows.some(({ UserId }) => typeof UserId === 'number')) {
				throw new ClubError(`No row of ${call} has a number as "UserId"`, {
					description: `The node cannot tell which athlete each summary belongs to. Leave out this summary (Options > Include), or read each athlete with Get Overview. ${SEE_CHECK}`,
					failure: { cause: 'configuration-invalid' },
				});
			}
			yield rows;
		}
	};

/** Reads four lists side by side, all in ascending order of UserId: for 20,000 athletes 20 pages and 3 times 40 pages, and an empty last page of each. */
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
		complete(values, session) {
			const { options } = values;
			const { limit } = values as { limit?: number };
			const isUnfiltered = filteredBy(values).length === 0;
			const pageSize = isUnfiltered ? ((options as { pageSize?: number }).pageSize ?? limit) : undefined;
			const lists = summariesOf(options).map((summary): [string, OpenFrom] => {
				const { name, many } = SUMMARIES[summary];
				return [name, summariesFrom(session, many, daysOf(summary, options), pageSize)];
			});
			return joinByUser(Object.fromEntries(lists));
		},
	},
});
