import type { Resource } from '../../operation';
import { get } from './get';
import { getAll } from './getAll';

export const subscription: Resource = {
	value: 'subscription',
	name: 'Membership Product',
	description: 'What the club sells: memberships, tickets, trials; the API calls it subscription',
	operations: [get, getAll],
};
