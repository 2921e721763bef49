import type { IDataObject } from 'n8n-workflow';
import { bodyOf } from '../../naming';
import { additionalProperties } from '../../fields';
import { defineOperation } from '../../operation';
import { athlete } from '../../pickers/athletes';
import { optionalPlan, plan, product } from '../../pickers/products';
import { assign } from './assign';
import { checkDates, from, maxActivities, to } from './fields';

const required = { required: true } as const;

export const create = defineOperation({
	value: 'create',
	name: 'Create',
	action: 'Create user subscription',
	description: 'Assign a subscription product to an athlete. A product that is no trial makes the athlete a client.',
	calls: ['POST /UserSubscriptions', 'GET /Athletes/{userId}/UserSubscriptions'],
	fields: [
		product,
		athlete,
		{ ...from, ...required },
		{ ...to, ...required },
		maxActivities,
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add field',
			default: {},
			options: [
				additionalProperties,
				optionalPlan,
				{
					displayName: 'Transaction',
					name: 'transaction',
					type: 'json',
					default: '{}',
					description: 'The transaction as a JSON object of the API',
				},
			],
		},
	],
	check: (values) => checkDates(values.from, values.to),
	async run(club, { classSubscriptionId, userId, additionalFields, ...own }) {
		const body = bodyOf(await club.resolve({ classSubscriptionId, userId, from: own.from, to: own.to, maxActivities: own.maxActivities ?? 0, ...additionalFields }));
		return await assign(club, 'POST /UserSubscriptions', body);
	},
});

export const createFromPlan = defineOperation({
	value: 'createFromPlan',
	name: 'Create From Plan',
	action: 'Create user subscription from plan',
	description: 'Assign a plan to an athlete; product, end and activities follow from the plan',
	calls: ['POST /UserSubscriptions/Plans', 'GET /Athletes/{userId}/UserSubscriptions'],
	fields: [plan, athlete, { ...from, ...required }],
	check: (values) => checkDates(values.from, undefined),
	async run(club, { classSubscriptionPlanId, userId, from: begin }) {
		const body = bodyOf(await club.resolve({ classSubscriptionPlanId, userId, from: begin })) as IDataObject;
		return await assign(club, 'POST /UserSubscriptions/Plans', body);
	},
});
