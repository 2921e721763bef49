import { filteredBy, keepPeople, peopleFilters } from '../../fields';
import { defineOperation } from '../../operation';

export const getAll = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many contacts',
	description:
		'Retrieve a list of contacts. You can filter it by client stage. To find one person, use Search. For members, use Athlete > Get Many.',
	calls: ['GET /Contacts'],
	fields: [peopleFilters],
	list: { keep: keepPeople, keptBy: filteredBy },
});
