import type { Resource } from '../../operation';
import { get } from './get';
import { getAll } from './getAll';

export const athleteSummary: Resource = {
	value: 'athleteSummary',
	name: 'Athlete Summary',
	description: 'Visits, activity or status',
	operations: [get, getAll],
};
