import type { Resource } from '../../operation';
import { get } from './get';
import { getAll } from './getAll';

export const engagementSummary: Resource = {
	value: 'engagementSummary',
	name: 'Engagement Summary',
	description: 'The activity, level, points and badges of an athlete',
	operations: [get, getAll],
};
