import { defineOperation } from '../../operation';
import { athlete } from '../../pickers/people';
import { ATHLETE_PROPERTIES } from './fields';

/** Reads one athlete; by email the look-up is the answer already (§4.2). */
export const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get athlete',
	description:
		'Retrieve an athlete by ID or email. For part of a name or a phone, use Search; with check-ins and memberships, use Get Overview.',
	calls: ['GET /Athletes/{userId}', 'GET /Athletes/ByEmail'],
	fields: [athlete],
	simplify: ATHLETE_PROPERTIES,
	run: async (session, { userId }) => await session.person('GET /Athletes/{userId}', userId),
});
