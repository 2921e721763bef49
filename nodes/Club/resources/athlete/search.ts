import { defineOperation } from '../../operation';
import { checkQuery, peopleSearchFields, searchPeople } from '../../run/search';
import { ATHLETE_PROPERTIES } from './fields';

export const search = defineOperation({
	value: 'search',
	name: 'Search',
	action: 'Search athletes',
	description: 'Find athletes by name, email or phone',
	calls: ['GET /Athletes', 'GET /Athletes/ByEmail', 'GET /Athletes/{userId}'],
	cost: '1 for an address, otherwise 1 per 1,000 people searched, and 1 more for a number',
	fields: peopleSearchFields,
	simplify: ATHLETE_PROPERTIES,
	check: checkQuery,
	run: async (session, values) => await searchPeople(session, 'GET /Athletes', values),
});
