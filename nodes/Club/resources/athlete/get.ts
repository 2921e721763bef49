import { defineOperation } from '../../operation';
import { athlete } from '../../pickers/people';
import { ATHLETE_PROPERTIES } from './fields';

/** Reads one athlete. The look-up by email returns the whole athlete, so it takes no second call (§4.2). */
export const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get athlete',
	description: 'Get an athlete by ID or email',
	calls: ['GET /Athletes/{userId}', 'GET /Athletes/ByEmail'],
	fields: [athlete],
	simplify: ATHLETE_PROPERTIES,
	run: async (session, { userId }) => await session.person('GET /Athletes/{userId}', userId),
});
