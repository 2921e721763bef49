import { ID } from '../../../shared/api/limits';
import { defineOperation } from '../../operation';
import { TRAINING_PROPERTIES, trainingOptions } from './options';

export const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get training',
	description: 'Retrieve one training by its ID. For those of an athlete or of a time, use Get Many.',
	calls: ['GET /Trainings/{trainingId}'],
	fields: [
		{
			displayName: 'Training ID',
			name: 'trainingId',
			type: 'number',
			typeOptions: { minValue: ID.min, maxValue: ID.max },
			required: true,
			default: 0,
			description: 'The TrainingId, e.g. 4711. The Club Trigger and Training > Get Many give it.',
		},
		trainingOptions,
	],
	simplify: TRAINING_PROPERTIES,
});
