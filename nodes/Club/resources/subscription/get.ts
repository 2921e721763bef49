import { readProduct } from '../../../shared/records/memberships';
import { ClubError } from '../../../shared/transport/errors';
import { defineOperation } from '../../operation';
import { product } from '../../pickers/memberships';
import { hintOfPlans, options } from './options';

export const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get membership product',
	description: 'Retrieve a membership product of the club. For all that the club sells, use Get Many.',
	calls: ['GET /Subscriptions'],
	fields: [product, options],
	async run(session, { classSubscriptionId, options: { withPlans } }) {
		const found = await readProduct(session.request, classSubscriptionId, withPlans);
		if (found && withPlans) hintOfPlans(session, [found]);
		if (found) return found;
		throw new ClubError(`There is no membership product ${classSubscriptionId} in this club`, {
			description: 'Choose one from the list, or check the ID.',
		});
	},
});
