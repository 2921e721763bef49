import { CATALOGUE, readProduct } from '../../shared/records/catalogue';
import { ClubError } from '../../shared/transport/errors';
import { MAX_COUNT } from '../../shared/api/limits';
import { byIdDirection, filtersById } from '../fields';
import type { Resource } from '../operation';
import { defineOperation } from '../operation';
import { product } from '../pickers/products';

const options = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'With Plans',
			name: 'withPlans',
			type: 'boolean',
			default: false,
			description: 'Whether to include the plans of each product',
		},
	],
} as const;

const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get subscription product',
	description: 'Retrieve a subscription product of the club',
	calls: [CATALOGUE],
	fields: [product, options],
	async run(club, { classSubscriptionId, options: { withPlans } }) {
		const id = await club.idOf(classSubscriptionId);
		const found = await readProduct(async (call, values) => await club.send(call, values), id, withPlans);
		if (found) return found;
		throw new ClubError(`There is no subscription product ${id} in this club`, { description: 'Choose one from the list, or check the ID.' });
	},
});

const getAll = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many subscription products',
	description: 'Retrieve a list of subscription products',
	calls: [CATALOGUE],
	fields: [filtersById, options],
	list: { maxCount: MAX_COUNT.subscriptions, orderedBy: 'ClassSubscriptionId', direction: byIdDirection },
});

export const subscription: Resource = {
	value: 'subscription',
	name: 'Subscription Product',
	description: 'What the club sells: memberships, tickets, trials',
	operations: [get, getAll],
};
