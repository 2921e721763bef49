import { defineOperation } from '../../operation';
import { ByEmail } from '../../reference';
import { athlete } from '../../pickers/athletes';
import { ATHLETE_PROPERTIES } from './fields';

/** Reads one athlete; by email the look-up is the answer already (§4.2). */
export const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get athlete',
	description: 'Retrieve an athlete by ID or email',
	calls: ['GET /Athletes/{userId}', 'GET /Athletes/ByEmail'],
	fields: [athlete],
	simplify: ATHLETE_PROPERTIES,
	run: async (session, { userId }) =>
		userId instanceof ByEmail
			? await session.findByEmail(userId.email, userId.lookUp)
			: await session.send('GET /Athletes/{userId}', { params: { userId } }),
});
