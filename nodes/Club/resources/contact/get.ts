import { defineOperation } from '../../operation';
import { contact } from '../../pickers/people';

export const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get contact',
	description:
		'Retrieve a contact by ID or email address. To find a contact by part of a name or phone number, use Search. For a member, use Athlete > Get.',
	calls: ['GET /Contacts/{userId}', 'GET /Contacts/ByEmail'],
	fields: [contact],
	run: async (session, { userId }) => await session.person('GET /Contacts/{userId}', userId),
});
