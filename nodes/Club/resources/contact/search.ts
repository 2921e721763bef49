import { defineOperation } from '../../operation';
import { peopleSearchFields, searchPeople } from '../../search';

export const search = defineOperation({
	value: 'search',
	name: 'Search',
	action: 'Search contacts',
	description:
		'Find contacts by part of a name, an email or a phone, the best matches first. Gives the IDs that other operations take. For members, use Athlete > Search.',
	calls: ['GET /Contacts'],
	cost: '1 for each 1000 people looked at',
	fields: peopleSearchFields,
	run: async (session, values) => await searchPeople(session, 'GET /Contacts', values),
});
