import { bodyOf } from '../../naming';
import { defineOperation } from '../../operation';
import { athlete } from '../../pickers/athletes';
import { plan } from '../../pickers/products';
import { assign } from './assign';
import { checkDates, from } from './fields';

export const createFromPlan = defineOperation({
	value: 'createFromPlan',
	name: 'Create From Plan',
	action: 'Create user subscription from plan',
	description: 'Assign a plan to an athlete; product, end and activities follow from the plan',
	calls: ['POST /UserSubscriptions/Plans', 'GET /Athletes/{userId}/UserSubscriptions'],
	fields: [plan, athlete, { ...from, required: true, default: '={{ $today }}' }],
	check: (values) => checkDates(values.from, undefined),
	async run(session, { classSubscriptionPlanId, userId, from: begin }) {
		const body = bodyOf(await session.resolve({ classSubscriptionPlanId, userId, from: begin }));
		return await assign(session, 'POST /UserSubscriptions/Plans', body);
	},
});
