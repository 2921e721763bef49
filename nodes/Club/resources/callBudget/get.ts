import { defineOperation } from '../../operation';

export const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get call budget',
	description:
		'See the calls of the club key that are left, who has spent the others, and what that makes in 30 days. It counts what this process of n8n has called.',
	calls: ['GET /Profile'],
	cost: '0, or 1 with Ask Club First',
	fields: [
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: [
				{
					displayName: 'Ask Club First',
					name: 'ask',
					type: 'boolean',
					default: true,
					api: false,
					description:
						'Whether to make a call first, whose answer tells how many calls of this minute are left. Without it, that is what the last answer told.',
				},
			],
		},
	],
	async run(session, { options }) {
		if (options.ask) await session.send('GET /Profile');
		return session.callBudget();
	},
});
