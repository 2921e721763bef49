import type { Resource } from '../../operation';
import { get } from './get';
import { getAll } from './getAll';

export const badgeAward: Resource = {
	value: 'badgeAward',
	name: 'Badge Award',
	description: 'A badge that was earned',
	operations: [get, getAll],
};
