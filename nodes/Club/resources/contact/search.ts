import { defineOperation } from '../../operation';
import { checkQuery, peopleSearchFields, searchPeople } from '../../run/search';

export const search = defineOperation({
	value: 'search',
	name: 'Search',
	action: 'Search contacts',
	description: 'Find contacts by name, email or phone',
	calls: ['GET /Contacts', 'GET /Contacts/ByEmail', 'GET /Contacts/{userId}'],
	cost: '1 for an address, otherwise 1 per 1,000 people searched, and 1 more for a number',
	fields: peopleSearchFields,
	check: checkQuery,
	run: async (session, values) => await searchPeople(session, 'GET /Contacts', values),
});
