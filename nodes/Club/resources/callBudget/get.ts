import { defineOperation } from '../../operation';

export const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get call budget',
	description:
		'Retrieve the number of calls that the club key has left, the workflows that spent the others, and a forecast for 30 days. The counts cover this n8n process only.',
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
						'Whether to make a call first. Its answer shows how many calls are left in this minute. If off, the node returns the number of the last answer.',
				},
			],
		},
	],
	async run(session, { options }) {
		if (options.ask) await session.send('GET /Profile');
		return session.callBudget();
	},
});
