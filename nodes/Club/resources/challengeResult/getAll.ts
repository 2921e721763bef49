import type { IDataObject } from 'n8n-workflow';
import { withinBounds, idFilters } from '../../fields';
import { defineOperation } from '../../operation';
import { challenge } from '../../pickers/challenges';

/** Bounds by an ID. The spec does not say which ID of a result it is (§4.8). */
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
				'The lowest ID to return, e.g. 4711. The list starts at this ID and is in ascending order. The API does not document which ID of a result this is. Try the UserId.',
		},
		{
			...idFilters[1],
			description: 'The highest ID to return, e.g. 5000. The API does not document which ID of a result this is. Try the UserId.',
		},
	],
} as const;

/** IDs that all results of a challenge share. */
const SHARED: ReadonlySet<string> = new Set(['ChallengeId', 'ClubId', 'BrandId']);

/** The IDs of a result. The bounds may be about any of them. */
const idsOf = (row: IDataObject): unknown[] =>
	Object.entries(row).flatMap(([name, value]) => (name.endsWith('Id') && !SHARED.has(name) ? [value] : []));

export const getAll = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many challenge results',
	description:
		'Retrieve the results of the athletes in a challenge. For one athlete, use Get. For the challenge itself, use Challenge > Get.',
	calls: ['GET /Challenges/{challengeId}/Results'],
	fields: [challenge, resultFilters],
	list: { keep: withinBounds('results', idsOf) },
});
