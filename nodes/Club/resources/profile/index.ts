import type { Resource } from '../../operation';
import { get } from './get';

export const profile: Resource = {
	value: 'profile',
	name: 'Club Profile',
	description: 'Who and where the club is',
	operations: [get],
};
