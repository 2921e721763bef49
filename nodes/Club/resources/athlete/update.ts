import { InvalidInput } from '../../../shared/transport/errors';
import { bodyOf } from '../../plan';
import { additionalProperties } from '../../fields';
import { email as checkEmail } from '../../values';
import { defineOperation } from '../../operation';
import { athlete } from '../../pickers/people';
import { firstMidName, lastName, phone } from './fields';

export const update = defineOperation({
	value: 'update',
	name: 'Update',
	action: 'Update athlete',
	description:
		'Change the profile of an athlete. What you leave out keeps its value. For the stage, use Set Client Stage; for the guest flag, use Set Guest.',
	calls: ['PUT /Athletes/{userId}'],
	fields: [
		athlete,
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add field',
			default: {},
			options: [
				additionalProperties,
				{
					displayName: 'Email',
					name: 'email',
					type: 'string',
					placeholder: 'e.g. nathan@example.com',
					default: '',
					check: checkEmail,
					blank: 'refused',
					description: 'The new email address, e.g. nathan@example.com',
				},
				firstMidName,
				lastName,
				phone,
			],
		},
	],
	summary: ({ person, values }, { updateFields }) => `Change the profile of ${person}: ${values(updateFields)}`,
	advice: {
		EmailAlreadyInUse:
			'Another user of the platform has this address, and an address belongs to one person. Enter another one, or update the athlete who has it.',
		403: 'The Club API Key lacks the ReadWrite permission, this is a trainer or manager, whose profile cannot be changed here, or the licence of the Club API is inactive.',
	},
	check({ updateFields }) {
		if (Object.keys(bodyOf(updateFields)).length > 0) return;
		throw new InvalidInput('There is nothing to update', 'Add at least one of "Update Fields". Nothing was sent.');
	},
});
