import type { IDataObject } from 'n8n-workflow';
import { withinBounds, idFilters } from '../../fields';
import { defineOperation } from '../../operation';
import { challenge } from '../../pickers/challenges';

/** Bounds by an ID of which the spec does not say whose it is (§4.8). */
const resultFilters = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	options: [
		{
			...idFilters[0],
			description:
				'Smallest ID to return, e.g. 4711. The list ascends from here. The API does not document which ID of a result this is; try the UserId.',
		},
		{
			...idFilters[1],
			description: 'Largest ID to return, e.g. 5000. The API does not document which ID of a result this is; try the UserId.',
		},
	],
} as const;

/** Ids that all results of a challenge share. */
const SHARED: ReadonlySet<string> = new Set(['ChallengeId', 'ClubId', 'BrandId']);

/** The ids of a result, of which one may be what the bounds are about. */
const idsOf = (row: IDataObject): unknown[] =>
	Object.entries(row).flatMap(([name, value]) => (name.endsWith('Id') && !SHARED.has(name) ? [value] : []));

export const getAll = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many challenge results',
	description: 'Retrieve the results of a challenge. For one athlete, use Get; for the challenge itself, use Challenge > Get.',
	calls: ['GET /Challenges/{challengeId}/Results'],
	fields: [challenge, resultFilters],
	list: { keep: withinBounds('results', idsOf) },
});
