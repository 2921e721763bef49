export const options = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'With Plans',
			name: 'withPlans',
			type: 'boolean',
			default: true,
			description: 'Whether to include the plans of each product',
		},
	],
} as const;
