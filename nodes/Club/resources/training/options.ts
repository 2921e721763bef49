import type { Field } from '../../field';

/** Properties of a training that the spec names (§2.13): what Simplify keeps. */
export const TRAINING_PROPERTIES = ['BeginDateLocal', 'User', 'Telemetry', 'UserId', 'TrainingId'] as const;

const withUser = {
	displayName: 'With User',
	name: 'withUser',
	type: 'boolean',
	default: true,
	description: 'Whether to return the athlete of each training too',
} as const satisfies Field;

/** What a read of one training may add (§4.8). */
export const trainingOptions = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'With Telemetry',
			name: 'withTelemetry',
			type: 'boolean',
			default: true,
			description: 'Whether to return the raw series of the training too',
		},
		withUser,
	],
} as const satisfies Field;

/** What a read of many trainings may add; telemetry has its price (§8). */
export const trainingListOptions = {
	...trainingOptions,
	options: [
		{
			displayName: 'With Telemetry',
			name: 'withTelemetry',
			type: 'boolean',
			default: true,
			description: 'Whether to return the raw series of each training too. Needs the filters "From" and "To".',
			hint: 'Each five hours between "From" and "To" cost at least one call',
		},
		withUser,
	],
} as const satisfies Field;
