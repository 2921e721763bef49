import { InvalidInput } from '../../../shared/transport/errors';
import { windowCount } from '../../calls/telemetry';
import { interval } from '../../fields/dates';
import { FILTERS, FROM, INCLUDES_DAY, OPTIONS, TO } from '../../fields/fields';
import { defineOperation } from '../../operation';
import { athleteFilter } from '../../pickers/people';
import { TRAINING_PROPERTIES, withTelemetry, withUser } from './get';

export const getAll = defineOperation({
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
});
