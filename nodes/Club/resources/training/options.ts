import type { Field } from '../../fields/field';
import { OPTIONS } from '../../fields/fields';

/** The properties of a training that the spec names (§2.13). Simplify keeps them. */
export const TRAINING_PROPERTIES = ['BeginDateLocal', 'User', 'Telemetry', 'UserId', 'TrainingId'] as const;

const withUser = {
	displayName: 'With User',
	name: 'withUser',
	type: 'boolean',
	default: true,
	description: 'Whether to also return the athlete of each training',
} as const satisfies Field;

/** The options of a read of one training (§4.8). */
export const trainingOptions = {
	...OPTIONS,
	options: [
		{
			displayName: 'With Telemetry',
			name: 'withTelemetry',
			type: 'boolean',
			default: true,
			description: 'Whether to also return the raw data series of the training',
		},
		withUser,
	],
} as const satisfies Field;

/** The options of a read of many trainings. Telemetry takes more calls (§8). */
export const trainingListOptions = {
	...trainingOptions,
	options: [
		{
			displayName: 'With Telemetry',
			name: 'withTelemetry',
			type: 'boolean',
			default: true,
			description: 'Whether to also return the raw data series of each training. Requires the filters "From" and "To".',
			hint: 'Every five hours between "From" and "To" take at least one call',
		},
		withUser,
	],
} as const satisfies Field;
