import { clientStage, filteredBy, keepPeople, peopleFilters } from '../fields/fields';
import { defineOperation, type Resource } from '../operation';
import { contact as chosenContact } from '../pickers/people';
import { onlyChangesOptions } from '../run/onlyChanges';
import { checkQuery, peopleSearchFields, searchPeople } from '../run/search';

export const contact: Resource = {
	value: 'contact',
	name: 'Contact',
	description: 'A person who has not joined',
	operations: [
		defineOperation({
			value: 'get',
			name: 'Get',
			action: 'Get contact',
			description: 'Get a contact by ID or email',
			calls: ['GET /Contacts/{userId}', 'GET /Contacts/ByEmail'],
			fields: [chosenContact],
			run: async (session, { userId }) => await session.person('GET /Contacts/{userId}', userId),
		}),
		defineOperation({
			value: 'getAll',
			name: 'Get Many',
			action: 'Get many contacts',
			description: 'Get many contacts',
			calls: ['GET /Contacts'],
			fields: [peopleFilters],
			list: { keep: keepPeople, keptBy: filteredBy },
		}),
		defineOperation({
			value: 'search',
			name: 'Search',
			action: 'Search contacts',
			description: 'Find contacts by name, email or phone',
			calls: ['GET /Contacts', 'GET /Contacts/ByEmail', 'GET /Contacts/{userId}'],
			cost: '1 for an address, otherwise 1 per 1,000 people searched, and 1 more for a number',
			fields: peopleSearchFields,
			check: checkQuery,
			run: async (session, values) => await searchPeople(session, 'GET /Contacts', values),
		}),
		defineOperation({
			value: 'setClientStage',
			name: 'Set Client Stage',
			action: 'Set client stage of contact',
			description: 'Set the client stage of a contact',
			calls: ['PUT /Contacts/{userId}/ClientStage'],
			fields: [chosenContact, clientStage, onlyChangesOptions],
			current: 'GET /Contacts',
		}),
	],
};
