import { readProduct } from '../../../shared/lists/pages';
import { ClubError } from '../../../shared/transport/errors';
import { defineOperation } from '../../operation';
import { product } from '../../pickers/memberships';
import { hintOfPlans, options } from './getAll';

export const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get membership product',
	description: 'Get a membership product by ID',
	calls: ['GET /Subscriptions'],
	fields: [product, options],
	async run(session, { classSubscriptionId, options: { withPlans } }) {
		const found = await readProduct(session.request, classSubscriptionId, withPlans);
		if (found && withPlans) hintOfPlans(session, [found]);
		if (found) return found;
		throw new ClubError(`The club has no membership product with the ID ${classSubscriptionId}`, {
			description: 'Choose another one, or check the ID.',
		});
	},
});
