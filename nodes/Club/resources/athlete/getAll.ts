import { athleteFilters, filteredBy, keepPeople } from '../../fields';
import { defineOperation } from '../../operation';
import { ATHLETE_PROPERTIES } from './fields';

export const getAll = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many athletes',
	description:
		'Retrieve a list of athletes. You can filter it by client stage or guest. To find one person, use Search. To include check-ins and memberships, use Get Many Overviews.',
	calls: ['GET /Athletes'],
	fields: [athleteFilters],
	simplify: ATHLETE_PROPERTIES,
	list: { keep: keepPeople, keptBy: filteredBy },
});
