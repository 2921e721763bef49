import { filteredBy, keepPeople, peopleFilters } from '../../fields/fields';
import { defineOperation } from '../../operation';

export const getAll = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many contacts',
	description: 'Get many contacts',
	calls: ['GET /Contacts'],
	fields: [peopleFilters],
	list: { keep: keepPeople, keptBy: filteredBy },
});
