import { defineOperation } from '../../operation';
import { ATHLETE_PROPERTIES, email } from './fields';

export const getByEmail = defineOperation({
	value: 'getByEmail',
	name: 'Get by Email',
	action: 'Get athlete by email',
	description:
		'Retrieve the athlete with an email address. Nobody is created or invited. To find an athlete by part of an address, use Search.',
	calls: ['GET /Athletes/ByEmail'],
	fields: [email],
	simplify: ATHLETE_PROPERTIES,
	lookUp: 'GET /Athletes/ByEmail',
	run: async (session, values) => await session.findByEmail(values.email, 'GET /Athletes/ByEmail'),
});
