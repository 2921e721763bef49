import type { Resource } from '../../operation';
import { get } from './get';
import { getAll } from './getAll';

export const challengeResult: Resource = {
	value: 'challengeResult',
	name: 'Challenge Result',
	description: 'The results of athletes in a challenge',
	operations: [get, getAll],
};
