import { ID } from '../../shared/api/limits';
import { InvalidInput } from '../../shared/transport/errors';
import { windowCount } from '../calls/telemetry';
import { interval } from '../fields/dates';
import type { Field } from '../fields/field';
import { FILTERS, FROM, INCLUDES_DAY, OPTIONS, TO } from '../fields/fields';
import { defineOperation, type Resource } from '../operation';
import { athleteFilter } from '../pickers/people';

const TRAINING_PROPERTIES = ['BeginDateLocal', 'User', 'Telemetry', 'UserId', 'TrainingId'] as const;

const withTelemetry = {
	displayName: 'With Telemetry',
	name: 'withTelemetry',
	type: 'boolean',
	default: true,
	description: 'Whether to also return the raw data series of the training',
} as const satisfies Field;

const withUser = {
	displayName: 'With User',
	name: 'withUser',
	type: 'boolean',
	default: true,
	description: 'Whether to also return the athlete of each training',
} as const satisfies Field;

export const training: Resource = {
	value: 'training',
	name: 'Training',
	description: 'A workout of an athlete',
	operations: [
		defineOperation({
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
		}),
		defineOperation({
			value: 'getAll',
			name: 'Get Many',
			action: 'Get many trainings',
			description: 'Get many trainings',
			calls: ['GET /Trainings', 'GET /Athletes/{userId}/Trainings'],
			cost: '1 per 100 records; with telemetry, 1 per 30 records in every five hours',
			fields: [
				{
					...FILTERS,
					options: [
						athleteFilter,
						{ ...FROM, description: 'Return only trainings that begin at this time or later, e.g. 2026-11-21T18:30:00' },
						{
							displayName: 'Origin',
							name: 'origin',
							type: 'string',
							default: 'Any',
							description: 'The origin of the trainings, as the platform names it, e.g. Any',
						},
						{ ...TO, description: `Return only trainings that begin at this time or earlier, e.g. 2026-11-21T18:30:00. ${INCLUDES_DAY}` },
					],
				},
				{
					...OPTIONS,
					options: [
						{
							...withTelemetry,
							description: 'Whether to also return the raw data series of each training. Requires the filters "From" and "To".',
							hint: 'Every five hours between "From" and "To" take at least one call',
						},
						withUser,
					],
				},
			],
			advice: { 404: 'This person is not a current athlete of the club.' },
			simplify: TRAINING_PROPERTIES,
			list: {
				span({ filters: { from, to }, options }) {
					if (!options.withTelemetry || from === undefined || to === undefined) return undefined;
					return windowCount({ from, to }) > 1 ? { from, to } : undefined;
				},
			},
			check({ filters: { from, to }, options }) {
				interval(from, to, 'inclusive');
				if (!options.withTelemetry || (from !== undefined && to !== undefined)) return;
				throw new InvalidInput('Telemetry can only be read for a limited period', 'Add the filters "From" and "To". Nothing was sent.');
			},
		}),
	],
};
