import type { Resource } from '../../operation';
import { get } from './get';
import { getAll } from './getAll';

export const attendanceSummary: Resource = {
	value: 'attendanceSummary',
	name: 'Attendance Summary',
	description: 'The first, last and recent check-ins of an athlete',
	operations: [get, getAll],
};
