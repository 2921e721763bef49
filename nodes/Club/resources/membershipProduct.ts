import type { IDataObject } from 'n8n-workflow';
import { plansIn } from '../../shared/api/facts';
import { readProduct } from '../../shared/lists/pages';
import { ClubError } from '../../shared/transport/errors';
import type { Session } from '../calls/session';
import { OPTIONS } from '../fields/fields';
import type { Resource } from '../operation';
import { defineOperation } from '../operation';
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

function hintOfPlans(session: Session, products: readonly IDataObject[]): void {
	if (products.length === 0 || products.some(plansIn)) return;
	session.hint('With Plans is on, but the club returned no product with a list of "Plans"');
}

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
				if (found && withPlans) hintOfPlans(session, [found]);
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
			list: {
				complete:
					({ options: { withPlans } }, session) =>
					async (products) => {
						if (withPlans) hintOfPlans(session, products);
						return [...products];
					},
			},
		}),
	],
};
