import type { Resource } from '../../operation';
import { get } from './get';
import { getAll } from './getAll';

export const membershipSummary: Resource = {
	value: 'membershipSummary',
	name: 'Membership Summary',
	description: 'The combined status of all memberships of an athlete',
	operations: [get, getAll],
};
