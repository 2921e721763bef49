import { fullNameOf } from '../../../shared/api/facts';
import { attempt } from '../../../shared/transport/errors';
import { UPDATE_FIELDS, additionalProperties } from '../../fields/fields';
import { defineOperation } from '../../operation';
import { athlete } from '../../pickers/people';
import { bodyOf } from '../../run/plan';
import { isInUse } from './create';
import { email, firstMidName, lastName, phone } from './fields';

export const update = defineOperation({
	value: 'update',
	name: 'Update',
	action: 'Update athlete',
	description: 'Update the profile of an athlete',
	calls: ['PUT /Athletes/{userId}', 'GET /Athletes/ByEmail'],
	cost: '1, or 2 if somebody else has the new address',
	fields: [
		athlete,
		{
			...UPDATE_FIELDS,
			description: 'The values to change. Everything else stays. Stage and guest have operations of their own.',
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
		EmailAlreadyInUse: 'Another user of the platform already has this address. Enter another one, or update that athlete.',
		403: 'The Club API Key lacks the ReadWrite permission, the person is a trainer or manager (their profiles cannot be changed here), or the licence of the Club API is inactive.',
	},
	async run(session, { userId, updateFields }) {
		const params = await session.resolve({ userId });
		const written = await attempt(session.send('PUT /Athletes/{userId}', { params, body: bodyOf(updateFields) }));
		if ('value' in written) return written.value;
		const { error } = written;
		const { email: address } = updateFields;
		if (!isInUse(error) || address === undefined) throw error;
		const owner = await attempt(session.findByEmail(address, 'GET /Athletes/ByEmail'));
		if ('error' in owner || !owner.value) throw error;
		throw error.with({ advice: `In this club, it is ${fullNameOf(owner.value)} with the ID ${String(owner.value.UserId)}.` });
	},
});
