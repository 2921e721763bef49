import type { Resource } from '../../operation';
import { get } from './get';
import { getAll } from './getAll';

export const attendanceSummary: Resource = {
	value: 'attendanceSummary',
	name: 'Attendance Summary',
	description: 'Check-ins of an athlete',
	operations: [get, getAll],
};
