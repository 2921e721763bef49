import type { Resource } from '../../operation';
import { get } from './get';
import { getAll } from './getAll';

export const subscription: Resource = {
	value: 'subscription',
	name: 'Membership Product',
	description: 'A product that the club sells: a membership, tickets or a trial. The API calls it subscription.',
	operations: [get, getAll],
};
