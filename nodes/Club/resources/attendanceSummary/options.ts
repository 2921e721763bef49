import { ATTENDANCE_DAYS } from '../../../shared/api/limits';
import type { Field } from '../../field';

/** The length of the window that attendance is counted in (§4.2). */
export const days = {
	displayName: 'Days',
	name: 'days',
	type: 'number',
	typeOptions: { minValue: ATTENDANCE_DAYS.min, maxValue: ATTENDANCE_DAYS.max },
	default: 30,
	description: 'Length of the rolling window, and of the one before it, in days, e.g. 30',
} as const satisfies Field;

export const daysOptions = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [days],
} as const satisfies Field;
