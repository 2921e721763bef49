import { defineOperation } from '../../operation';
import { checkQuery, peopleSearchFields, searchPeople } from '../../run/search';

export const search = defineOperation({
	value: 'search',
	name: 'Search',
	action: 'Search contacts',
	description: 'Find contacts by name, email or phone',
	calls: ['GET /Contacts'],
	cost: '1 per 1,000 people searched',
	fields: peopleSearchFields,
	check: checkQuery,
	run: async (session, values) => await searchPeople(session, 'GET /Contacts', values),
});
