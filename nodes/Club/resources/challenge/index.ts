import type { Resource } from '../../operation';
import { get } from './get';
import { getAll } from './getAll';

export const challenge: Resource = {
	value: 'challenge',
	name: 'Challenge',
	description: 'A competition or a goal that athletes take part in',
	operations: [get, getAll],
};
