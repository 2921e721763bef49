import { defineOperation } from '../../operation';
import { ByEmail } from '../../reference';
import { contact } from '../../pickers/contacts';

export const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get contact',
	description: 'Retrieve a contact by ID or email',
	calls: ['GET /Contacts/{userId}', 'GET /Contacts/ByEmail'],
	fields: [contact],
	run: async (session, { userId }) =>
		userId instanceof ByEmail
			? await session.findByEmail(userId.email, userId.lookUp)
			: await session.send('GET /Contacts/{userId}', { params: { userId } }),
});
