/** The ways to name a record in a locator, besides choosing it from its list. */
const common = {
	modes: [
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 4711',
			validation: [{ type: 'regex', properties: { regex: '^\\s*[1-9][0-9]{0,9}\\s*$', errorMessage: 'Not a valid ID' } }],
		},
		{
			displayName: 'By Email',
			name: 'email',
			type: 'string',
			placeholder: 'e.g. nathan@example.com',
			validation: [
				{ type: 'regex', properties: { regex: '^\\s*[^\\s@]{1,64}@[^\\s@]{1,253}\\s*$', errorMessage: 'Not a valid email address' } },
			],
			hint: 'To find who has this address costs one call',
		},
	],
} as const;

export const [byIdMode, byEmailMode] = common.modes;
