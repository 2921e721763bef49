import type { Resource } from '../../operation';
import { check } from './check';
import { get } from './get';

export const profile: Resource = {
	value: 'profile',
	name: 'Club Profile',
	description: 'The name, address and settings of the club, and what it really sends',
	operations: [get, check],
};
