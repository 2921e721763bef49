import type { Resource } from '../../operation';
import { get } from './get';
import { getAll } from './getAll';
import { getResult } from './getResult';
import { getResults } from './getResults';

export const challenge: Resource = {
	value: 'challenge',
	name: 'Challenge',
	description: 'A competition or a goal',
	operations: [get, getAll, getResult, getResults],
};
