import { defineOperation } from '../../operation';
import { peopleSearchFields, searchPeople } from '../../run/search';

export const search = defineOperation({
	value: 'search',
	name: 'Search',
	action: 'Search contacts',
	description: 'Find contacts by name, email or phone',
	calls: ['GET /Contacts'],
	cost: '1 per 1,000 people searched',
	fields: peopleSearchFields,
	run: async (session, values) => await searchPeople(session, 'GET /Contacts', values),
});
