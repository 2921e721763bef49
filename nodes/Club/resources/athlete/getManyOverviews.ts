import type { OpenFrom } from '../../overview';
import { joinByUser } from '../../overview';
import { athleteFilters, filteredBy, keepPeople } from '../../fields';
import { defineOperation } from '../../operation';
import { daysOf, overviewOptions, refuseStrangers, SUMMARIES, summariesFrom, summariesOf } from './overview';

/** Four lists side by side, all ascending by UserId: of 20,000 athletes 20 pages and 3 times 40, and the empty last page of each. */
export const getManyOverviews = defineOperation({
	value: 'getManyOverviews',
	name: 'Get Many Overviews',
	action: 'Get many overviews of athletes',
	description:
		'Retrieve athletes with the summaries of memberships, check-ins and activity, one row an athlete. Of one athlete, use Get Overview; for profiles alone, use Get Many, which costs less.',
	calls: ['GET /Athletes', ...Object.values(SUMMARIES).map(({ many }) => many)],
	cost: '1 for each 1000 athletes, and 1 for each 500 of each summary',
	fields: [athleteFilters, overviewOptions],
	list: {
		keep: keepPeople,
		keptBy: filteredBy,
		query: (query) => ({ fromId: 1, ...query }),
		complete(values, session) {
			const { options } = values;
			const { limit } = values as { limit?: number };
			const isWhole = filteredBy(values).length === 0;
			const pageSize = isWhole ? ((options as { pageSize?: number }).pageSize ?? limit) : undefined;
			const lists = summariesOf(options).map((summary): [string, OpenFrom] => {
				const { name, many } = SUMMARIES[summary];
				return [name, summariesFrom(session, many, daysOf(summary, options), pageSize)];
			});
			// Of those whom a filter keeps, none may have a summary.
			return joinByUser(Object.fromEntries(lists), isWhole ? refuseStrangers : undefined);
		},
	},
});
