import type { Resource } from '../../operation';
import { get } from './get';
import { getAll } from './getAll';

export const subscription: Resource = {
	value: 'subscription',
	name: 'Subscription Product',
	description: 'What the club sells: memberships, tickets, trials',
	operations: [get, getAll],
};
