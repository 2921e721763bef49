import type { Resource } from '../../operation';
import { get } from './get';
import { getAll } from './getAll';

export const membershipSummary: Resource = {
	value: 'membershipSummary',
	name: 'Membership Summary',
	description: 'Membership status of an athlete',
	operations: [get, getAll],
};
