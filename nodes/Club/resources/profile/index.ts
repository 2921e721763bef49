import type { Resource } from '../../operation';
import { check } from './check';
import { get } from './get';

export const profile: Resource = {
	value: 'profile',
	name: 'Club Profile',
	description: 'Who and where the club is, and what it really sends',
	operations: [get, check],
};
