import type { IDataObject } from 'n8n-workflow';
import { orAbsent } from '../../../shared/transport/errors';
import { defineOperation } from '../../operation';
import { athlete as who } from '../../pickers/people';
import { daysOf, SUMMARIES } from '../athleteSummary/options';
import { overviewOptions, summariesOf } from './overview';

export const getOverview = defineOperation({
	value: 'getOverview',
	name: 'Get Overview',
	action: 'Get overview of athlete',
	description: 'Get an athlete with their summaries',
	calls: ['GET /Athletes/{userId}', 'GET /Athletes/ByEmail', ...Object.values(SUMMARIES).map(({ one }) => one)],
	cost: '1, plus 1 per summary',
	fields: [who, overviewOptions],
	async run(session, { userId, options }) {
		const athlete = await session.person('GET /Athletes/{userId}', userId);
		const overview: IDataObject = { ...athlete };
		for (const summary of summariesOf(options)) {
			const { name, one } = SUMMARIES[summary];
			overview[name] = (await orAbsent(session.send(one, { params: { userId: athlete.UserId }, query: daysOf(summary, options) }))) ?? null;
		}
		return overview;
	},
});
