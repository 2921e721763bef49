import { defineOperation } from '../../operation';
import { hintOfPlans, options } from './options';

export const getAll = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many membership products',
	description: 'Get many membership products',
	calls: ['GET /Subscriptions'],
	fields: [options],
	list: {
		complete:
			({ options: { withPlans } }, session) =>
			async (products) => {
				if (withPlans) hintOfPlans(session, products);
				return [...products];
			},
	},
});
