import type { Resource } from '../../operation';
import { get } from './get';
import { getAll } from './getAll';

export const membershipProduct: Resource = {
	value: 'membershipProduct',
	name: 'Membership Product',
	description: 'A product that the club sells',
	operations: [get, getAll],
};
