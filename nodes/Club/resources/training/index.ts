import type { Resource } from '../../operation';
import { get } from './get';
import { getAll } from './getAll';

export const training: Resource = {
	value: 'training',
	name: 'Training',
	description: 'A workout of an athlete',
	operations: [get, getAll],
};
