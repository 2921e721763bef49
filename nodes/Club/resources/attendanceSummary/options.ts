import { ATTENDANCE_DAYS } from '../../../shared/api/limits';

export const daysOptions = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'Days',
			name: 'days',
			type: 'number',
			typeOptions: { minValue: ATTENDANCE_DAYS.min, maxValue: ATTENDANCE_DAYS.max },
			default: 30,
			description: 'Length of the rolling window, and of the one before it, in days, e.g. 30',
		},
	],
} as const;
