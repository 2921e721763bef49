import { defineOperation } from '../../operation';
import { email } from '../athlete/fields';

export const getByEmail = defineOperation({
	value: 'getByEmail',
	name: 'Get by Email',
	action: 'Get contact by email',
	description: 'Retrieve the contact with an email address. Members are not contacts. For a member, use Athlete > Get by Email.',
	calls: ['GET /Contacts/ByEmail'],
	fields: [email],
	lookUp: 'GET /Contacts/ByEmail',
	run: async (session, values) => await session.findByEmail(values.email, 'GET /Contacts/ByEmail'),
});
