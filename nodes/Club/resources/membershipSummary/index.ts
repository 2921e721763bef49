import type { Resource } from '../../operation';
import { get } from './get';
import { getAll } from './getAll';

export const membershipSummary: Resource = {
	value: 'membershipSummary',
	name: 'Membership Summary',
	description: 'The membership status of an athlete, over all memberships',
	operations: [get, getAll],
};
