import { defineOperation } from '../../operation';
import { contact } from '../../pickers/people';

export const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get contact',
	description: 'Get a contact by ID or email',
	calls: ['GET /Contacts/{userId}', 'GET /Contacts/ByEmail'],
	fields: [contact],
	run: async (session, { userId }) => await session.person('GET /Contacts/{userId}', userId),
});
