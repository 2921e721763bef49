import { ID } from '../../../shared/api/limits';
import type { Field } from '../../fields/field';
import { OPTIONS } from '../../fields/fields';
import { defineOperation } from '../../operation';

/** The properties of a training that the spec names (§2.13). Simplify keeps them. */
export const TRAINING_PROPERTIES = ['BeginDateLocal', 'User', 'Telemetry', 'UserId', 'TrainingId'] as const;

export const withTelemetry = {
	displayName: 'With Telemetry',
	name: 'withTelemetry',
	type: 'boolean',
	default: true,
	description: 'Whether to also return the raw data series of the training',
} as const satisfies Field;

export const withUser = {
	displayName: 'With User',
	name: 'withUser',
	type: 'boolean',
	default: true,
	description: 'Whether to also return the athlete of each training',
} as const satisfies Field;

export const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get training',
	description: 'Get a training by ID',
	calls: ['GET /Trainings/{trainingId}'],
	fields: [
		{
			displayName: 'Training ID',
			name: 'trainingId',
			type: 'number',
			typeOptions: { minValue: ID.min, maxValue: ID.max },
			required: true,
			default: 0,
			description: 'The TrainingId, e.g. 4711, which Training > Get Many gives, and the Club Trigger too',
		},
		{ ...OPTIONS, options: [withTelemetry, withUser] },
	],
	simplify: TRAINING_PROPERTIES,
});
