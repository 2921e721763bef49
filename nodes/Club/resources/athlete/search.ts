import { defineOperation } from '../../operation';
import { peopleSearchFields, searchPeople } from '../../search';
import { ATHLETE_PROPERTIES } from './fields';

export const search = defineOperation({
	value: 'search',
	name: 'Search',
	action: 'Search athletes',
	description:
		'Find athletes by part of a name, an email address or a phone number. The best matches come first. Returns the IDs that other operations need. For a complete email address, use Get by Email. For people who have not joined, use Contact > Search.',
	calls: ['GET /Athletes'],
	cost: '1 per 1,000 people searched',
	fields: peopleSearchFields,
	simplify: ATHLETE_PROPERTIES,
	run: async (session, values) => await searchPeople(session, 'GET /Athletes', values),
});
