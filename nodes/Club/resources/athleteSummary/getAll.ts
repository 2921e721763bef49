import { filtersById } from '../../fields/fields';
import { defineOperation } from '../../operation';
import { daysOf, SUMMARIES, summary, summaryOptions } from './options';

export const getAll = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many athlete summaries',
	description: 'Get one summary of many athletes',
	calls: Object.values(SUMMARIES).map(({ many }) => many),
	fields: [summary, filtersById, summaryOptions],
	choose: ({ summary: chosen }) => SUMMARIES[chosen].many,
	list: { query: (query, { summary: chosen, options }) => ({ ...query, ...daysOf(chosen, options) }) },
});
