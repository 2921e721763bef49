import type { OpenFrom } from '../../run/overview';
import { joinByUser } from '../../run/overview';
import { athleteFilters, filteredBy, keepPeople } from '../../fields/fields';
import { defineOperation } from '../../operation';
import { daysOf, SUMMARIES } from '../athleteSummary/options';
import { overviewOptions, summariesFrom, summariesOf } from './overview';

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
