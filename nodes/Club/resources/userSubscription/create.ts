import { bodyOf } from '../../plan';
import { additionalProperties } from '../../fields';
import { defineOperation } from '../../operation';
import { athlete } from '../../pickers/people';
import { optionalPlan, product } from '../../pickers/memberships';
import { assign, noneKnown } from './assign';
import { checkDates, from, maxActivities, to } from './fields';

export const create = defineOperation({
	value: 'create',
	name: 'Create',
	action: 'Create membership',
	description:
		'Give an athlete a membership product. One that is no trial makes the athlete a client. For a plan, whose end follows, use Create From Plan.',
	calls: ['POST /UserSubscriptions', 'GET /UserSubscriptions', 'GET /Athletes/{userId}/UserSubscriptions'],
	cost: '1, and 1 for the first of a run',
	fields: [
		product,
		athlete,
		{ ...from, required: true, default: '={{ $today }}' },
		{ ...to, required: true },
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
					description: 'The transaction as a JSON object of the API, e.g. {"Amount": 49}',
				},
			],
		},
	],
	check: (values) => checkDates(values.from, values.to),
	summary: ({ person, product: name, time }, values) =>
		`Give ${person} the ${name} membership from ${time(values.from)} to ${time(values.to)}`,
	prepare: noneKnown,
	async run(session, { classSubscriptionId, userId, additionalFields, ...own }, known) {
		const body = bodyOf(
			await session.resolve({
				classSubscriptionId,
				userId,
				from: own.from,
				to: own.to,
				maxActivities: own.maxActivities ?? 0,
				...additionalFields,
			}),
		);
		return await assign(session, known, 'POST /UserSubscriptions', body);
	},
});
