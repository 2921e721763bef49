import { additionalProperties } from '../../fields';
import { defineOperation } from '../../operation';
import { assignment } from '../../pickers/assignments';
import { IN_USE } from './fields';

export const suspend = defineOperation({
	value: 'suspend',
	name: 'Suspend',
	action: 'Suspend user subscription',
	description: 'Suspend (freeze) an assignment now or from a date on, or change a suspension',
	calls: ['POST /UserSubscriptions/{userSubscriptionId}/Suspension'],
	fields: [
		assignment,
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add field',
			default: {},
			options: [
				additionalProperties,
				{
					displayName: 'Reactivation Date',
					name: 'reactivationDate',
					type: 'dateTime',
					default: '',
					description: 'When the assignment becomes active again by itself, e.g. 2027-01-02T00:00:00',
				},
				{
					displayName: 'Suspension Start',
					name: 'suspensionStartUTC',
					type: 'dateTime',
					default: '',
					description: 'When the suspension begins, e.g. 2026-12-24T00:00:00; now when left out',
				},
			],
		},
	],
	advice: IN_USE,
});
