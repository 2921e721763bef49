import { ATTENDANCE_DAYS } from '../../../shared/api/limits';
import type { Field } from '../../field';

/** The number of days in which check-ins are counted (§4.2). */
export const days = {
	displayName: 'Days',
	name: 'days',
	type: 'number',
	typeOptions: { minValue: ATTENDANCE_DAYS.min, maxValue: ATTENDANCE_DAYS.max },
	default: 30,
	description: 'The number of days in which recent check-ins are counted, e.g. 30. The same number of days before them is counted too.',
} as const satisfies Field;

export const daysOptions = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [days],
} as const satisfies Field;
