import { additionalParameters, idFilters } from '../../fields';
import { defineOperation } from '../../operation';

/** The filters of a list of challenges or their results, whose parameters the spec does not show (§4.8). */
export const challengeFilters = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	options: [additionalParameters, ...idFilters],
} as const;

export const getAll = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many challenges',
	description: 'Retrieve a list of challenges',
	calls: ['GET /Challenges'],
	fields: [challengeFilters],
	list: {},
});
