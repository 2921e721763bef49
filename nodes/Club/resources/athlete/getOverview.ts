import type { IDataObject } from 'n8n-workflow';
import { orAbsent } from '../../../shared/transport/errors';
import type { Field } from '../../fields/field';
import { OPTIONS } from '../../fields/fields';
import { defineOperation } from '../../operation';
import { athlete as who } from '../../pickers/people';
import { days, daysOf, SUMMARIES, summaryChoices, type Summary } from '../athleteSummary';

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

export const summariesOf = ({ include }: { include?: readonly Summary[] }): Summary[] =>
	(Object.keys(SUMMARIES) as Summary[]).filter((summary) => include?.includes(summary) ?? true);

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
