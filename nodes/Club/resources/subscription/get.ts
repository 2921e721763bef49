import { readProduct } from '../../../shared/records/catalogue';
import { ClubError } from '../../../shared/transport/errors';
import { defineOperation } from '../../operation';
import { product } from '../../pickers/products';
import { hintOfPlans, options } from './options';

export const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get subscription product',
	description: 'Retrieve a subscription product of the club',
	calls: ['GET /Subscriptions'],
	fields: [product, options],
	async run(session, { classSubscriptionId, options: { withPlans } }) {
		const found = await readProduct(session.request, classSubscriptionId, withPlans);
		if (found && withPlans) hintOfPlans(session, [found]);
		if (found) return found;
		throw new ClubError(`There is no subscription product ${classSubscriptionId} in this club`, {
			description: 'Choose one from the list, or check the ID.',
		});
	},
});
