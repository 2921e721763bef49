import { athleteFilters, filteredBy, keepPeople } from '../../fields/fields';
import { defineOperation } from '../../operation';
import { ATHLETE_PROPERTIES } from './fields';

export const getAll = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many athletes',
	description: 'Get many athletes',
	calls: ['GET /Athletes'],
	fields: [athleteFilters],
	simplify: ATHLETE_PROPERTIES,
	list: { keep: keepPeople, keptBy: filteredBy },
});
