import { MAX_COUNT } from '../../shared/api/limits';
import { additionalParameters, byIdDirection, idFilters } from '../fields';
import type { Resource } from '../operation';
import { defineOperation } from '../operation';
import { athlete } from '../pickers/athletes';
import { challenge as which } from '../pickers/challenges';

const filters = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	options: [additionalParameters, ...idFilters],
} as const;

const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get challenge',
	description: 'Retrieve a challenge',
	calls: ['GET /Challenges/{challengeId}'],
	fields: [which],
});

const getAll = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many challenges',
	description: 'Retrieve a list of challenges',
	calls: ['GET /Challenges'],
	fields: [filters],
	list: { maxCount: MAX_COUNT.challenges, direction: byIdDirection },
});

const getResult = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get challenge result',
	description: 'Retrieve the result of one athlete in a challenge',
	calls: ['GET /Challenges/{challengeId}/Results/{userId}'],
	fields: [which, athlete],
	advice: { 404: 'The athlete has no result in this challenge, or there is no such challenge.' },
});

const getResults = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many challenge results',
	description: 'Retrieve the results of a challenge',
	calls: ['GET /Challenges/{challengeId}/Results'],
	fields: [which, filters],
	list: { maxCount: MAX_COUNT.challenges, direction: byIdDirection },
});

/** Challenges and their results (§4.8). */
export const challenges: Resource[] = [
	{
		value: 'challenge',
		name: 'Challenge',
		description: 'A competition or a goal that athletes take part in',
		operations: [get, getAll],
	},
	{
		value: 'challengeResult',
		name: 'Challenge Result',
		description: 'How far athletes have come in a challenge',
		operations: [getResult, getResults],
	},
];
