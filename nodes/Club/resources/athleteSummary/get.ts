import { defineOperation } from '../../operation';
import { athlete } from '../../pickers/people';
import { daysOf, SUMMARIES, summary, summaryOptions } from './options';

export const get = defineOperation({
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
});
