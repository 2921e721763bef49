import { bodyOf } from '../../run/plan';
import { ADDITIONAL_FIELDS, additionalProperties } from '../../fields/fields';
import { defineOperation } from '../../operation';
import { athlete } from '../../pickers/people';
import { optionalPlan, product } from '../../pickers/memberships';
import { assign, noneKnown } from './assign';
import { checkDates, from, maxActivities, to } from './fields';

export const create = defineOperation({
	value: 'create',
	name: 'Create',
	action: 'Create membership',
	description: 'Give an athlete a membership product',
	calls: ['POST /UserSubscriptions', 'GET /UserSubscriptions', 'GET /Athletes/{userId}/UserSubscriptions'],
	cost: '1, plus 1 for the first item of an execution',
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
				optionalPlan,
				{
					displayName: 'Transaction',
					name: 'transaction',
					type: 'json',
					default: '{}',
					description: 'The transaction as a JSON object, with the property names of the API, e.g. {"Amount": 49}',
				},
			],
		},
	],
	check: (values) => checkDates(values.from, values.to),
	prepare: noneKnown,
	async run(session, { classSubscriptionId, userId, additionalFields, ...values }, known) {
		const body = bodyOf(
			await session.resolve({
				classSubscriptionId,
				userId,
				from: values.from,
				to: values.to,
				maxActivities: values.maxActivities,
				...additionalFields,
			}),
		);
		return await assign(session, known, 'POST /UserSubscriptions', body);
	},
});
