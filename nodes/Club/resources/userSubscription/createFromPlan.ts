import { bodyOf } from '../../plan';
import { defineOperation } from '../../operation';
import { athlete } from '../../pickers/people';
import { plan } from '../../pickers/products';
import { assign, noneMet } from './assign';
import { checkDates, from } from './fields';

export const createFromPlan = defineOperation({
	value: 'createFromPlan',
	name: 'Create From Plan',
	action: 'Create user subscription from plan',
	description: 'Assign a plan to an athlete; product, end and activities follow from the plan',
	calls: ['POST /UserSubscriptions/Plans', 'GET /Athletes/{userId}/UserSubscriptions'],
	fields: [plan, athlete, { ...from, required: true, default: '={{ $today }}' }],
	check: (values) => checkDates(values.from, undefined),
	prepare: noneMet,
	async run(session, { classSubscriptionPlanId, userId, from: begin }, met) {
		const body = bodyOf(await session.resolve({ classSubscriptionPlanId, userId, from: begin }));
		return await assign(session, met, 'POST /UserSubscriptions/Plans', body);
	},
});
