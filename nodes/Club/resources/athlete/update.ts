import { UPDATE_FIELDS, additionalProperties } from '../../fields/fields';
import { defineOperation } from '../../operation';
import { athlete } from '../../pickers/people';
import { email, firstMidName, lastName, phone } from './fields';

export const update = defineOperation({
	value: 'update',
	name: 'Update',
	action: 'Update athlete',
	description: 'Update the profile of an athlete',
	calls: ['PUT /Athletes/{userId}'],
	fields: [
		athlete,
		{
			...UPDATE_FIELDS,
			description: 'The values to change. The others stay as they are. Set Client Stage and Set Guest change those two.',
			options: [
				additionalProperties,
				{ ...email, description: 'The new email address, e.g. nathan@example.com' },
				firstMidName,
				lastName,
				phone,
			],
		},
	],
	advice: {
		EmailAlreadyInUse: 'Another user of the platform already has this address. Enter another address, or update the athlete who has it.',
		403: 'The Club API Key lacks the ReadWrite permission, the person is a trainer or manager (their profiles cannot be changed here), or the licence of the Club API is inactive.',
	},
});
