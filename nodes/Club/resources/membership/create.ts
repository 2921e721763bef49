import { ADDITIONAL_FIELDS, additionalProperties } from '../../fields/fields';
import { defineOperation } from '../../operation';
import { athlete } from '../../pickers/people';
import { plan, product } from '../../pickers/memberships';
import { assign, beforeSale, Sales } from './assign';
import { checkDates, from, maxActivities, skipExistingOptions, to } from './fields';

export const create = defineOperation({
	value: 'create',
	name: 'Create',
	action: 'Create membership',
	description: 'Give an athlete a membership product',
	calls: ['POST /UserSubscriptions', 'GET /UserSubscriptions', 'GET /Athletes/{userId}/UserSubscriptions'],
	cost: '1, plus 1 for the first item of an execution, or for each item with Skip Existing',
	fields: [
		product,
		athlete,
		{ ...from, required: true, default: '={{ $today }}' },
		{ ...to, required: true },
		{ ...maxActivities, required: true },
		{
			...ADDITIONAL_FIELDS,
			options: [
				additionalProperties,
				{ ...plan, required: false },
				{
					displayName: 'Transaction',
					name: 'transaction',
					type: 'json',
					default: '{}',
					description: 'The transaction as a JSON object, with the property names of the API, e.g. {"Amount": 49}',
				},
			],
		},
		skipExistingOptions,
	],
	check: (values) => checkDates(values.from, values.to),
	prepare: () => new Sales(),
	before: async (session, { additionalFields, options, ...values }, sales) =>
		await beforeSale(session, sales, { ...values, ...additionalFields }, options),
	run: async (session, _, sales, before) => await assign(session, sales, 'POST /UserSubscriptions', before),
});

export const createFromPlan = defineOperation({
	value: 'createFromPlan',
	name: 'Create From Plan',
	action: 'Create membership from plan',
	description: 'Give an athlete a plan, with its own dates',
	calls: ['POST /UserSubscriptions/Plans', 'GET /UserSubscriptions', 'GET /Athletes/{userId}/UserSubscriptions'],
	cost: '1, plus 1 for the first item of an execution, or for each item with Skip Existing',
	fields: [plan, athlete, { ...from, required: true, default: '={{ $today }}' }, skipExistingOptions],
	check: (values) => checkDates(values.from, undefined),
	prepare: () => new Sales(),
	before: async (session, { options, ...values }, sales) => await beforeSale(session, sales, values, options),
	run: async (session, _, sales, before) => await assign(session, sales, 'POST /UserSubscriptions/Plans', before),
});
