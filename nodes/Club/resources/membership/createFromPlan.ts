import { defineOperation } from '../../operation';
import { athlete } from '../../pickers/people';
import { plan } from '../../pickers/memberships';
import { assign, beforeSale, Sales } from './assign';
import { checkDates, from, skipExistingOptions } from './fields';

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
	before: async (session, { classSubscriptionPlanId, userId, from: begin, options }, sales) =>
		await beforeSale(session, sales, { classSubscriptionPlanId, userId, from: begin }, options),
	run: async (session, _, sales, before) => await assign(session, sales, 'POST /UserSubscriptions/Plans', before),
});
