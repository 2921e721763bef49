import { defineOperation } from '../../operation';
import { peopleSearchFields, searchPeople } from '../../search';
import { ATHLETE_PROPERTIES } from './fields';

export const search = defineOperation({
	value: 'search',
	name: 'Search',
	action: 'Search athletes',
	description:
		'Find athletes by part of a name, an email or a phone, the best matches first. Gives the IDs that other operations take. For a whole address, use Get by Email; for people who have not joined, use Contact > Search.',
	calls: ['GET /Athletes'],
	cost: '1 for each 1000 people looked at',
	fields: peopleSearchFields,
	simplify: ATHLETE_PROPERTIES,
	run: async (session, values) => await searchPeople(session, 'GET /Athletes', values),
});
