import { ID } from '../../../shared/api/limits';
import { defineOperation } from '../../operation';
import { TRAINING_PROPERTIES, trainingOptions } from './options';

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
			description: 'The ID of the training (TrainingId), e.g. 4711. The Club Trigger and Training > Get Many give it.',
		},
		trainingOptions,
	],
	simplify: TRAINING_PROPERTIES,
});
