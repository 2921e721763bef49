import { OPTIONS } from '../../fields/fields';
import { defineOperation, type Resource } from '../../operation';
import { call } from './call';
import { check } from './check';

export const club: Resource = {
	value: 'club',
	name: 'Club',
	description: 'The club and its API',
	operations: [
		defineOperation({
			value: 'get',
			name: 'Get',
			action: 'Get club',
			description: 'Get the name and settings of the club',
			calls: ['GET /Profile'],
			fields: [],
		}),
		call,
		check,
		defineOperation({
			value: 'getCallBudget',
			name: 'Get Call Budget',
			action: 'Get call budget',
			description: 'Get the calls left, and which workflows used them',
			calls: ['GET /Profile'],
			cost: '0, or 1 with Ask Club First',
			fields: [
				{
					...OPTIONS,
					options: [
						{
							displayName: 'Ask Club First',
							name: 'ask',
							type: 'boolean',
							default: true,
							api: false,
							description:
								'Whether to make a call first, so that the calls left in this minute are up to date. All other counts are of this n8n process only.',
						},
					],
				},
			],
			async run(session, { options }) {
				if (options.ask) await session.send('GET /Profile');
				return session.callBudget();
			},
		}),
	],
};
