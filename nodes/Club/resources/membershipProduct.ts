import { readProduct } from '../../shared/lists/pages';
import { ClubError } from '../../shared/transport/errors';
import { OPTIONS } from '../fields/fields';
import { defineOperation, type Resource } from '../operation';
import { product } from '../pickers/memberships';

const options = {
	...OPTIONS,
	options: [
		{
			displayName: 'With Plans',
			name: 'withPlans',
			type: 'boolean',
			default: true,
			description: 'Whether to include the plans of each product',
		},
	],
} as const;

export const membershipProduct: Resource = {
	value: 'membershipProduct',
	name: 'Membership Product',
	description: 'A product that the club sells',
	operations: [
		defineOperation({
			value: 'get',
			name: 'Get',
			action: 'Get membership product',
			description: 'Get a membership product by ID',
			calls: ['GET /Subscriptions'],
			fields: [product, options],
			async run(session, { classSubscriptionId, options: { withPlans } }) {
				const found = await readProduct(session.request, classSubscriptionId, withPlans);
				if (found) return found;
				throw new ClubError(`The club has no membership product with the ID ${classSubscriptionId}`, {
					description: 'Choose another one, or check the ID.',
				});
			},
		}),
		defineOperation({
			value: 'getAll',
			name: 'Get Many',
			action: 'Get many membership products',
			description: 'Get many membership products',
			calls: ['GET /Subscriptions'],
			fields: [options],
			list: {},
		}),
	],
};
