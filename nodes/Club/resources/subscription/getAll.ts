import { withinBounds } from '../../bounds';
import { filtersById } from '../../fields';
import { defineOperation } from '../../operation';
import { options } from './options';

export const getAll = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many subscription products',
	description: 'Retrieve a list of subscription products',
	calls: ['GET /Subscriptions'],
	fields: [filtersById, options],
	list: { keep: withinBounds('products', ({ ClassSubscriptionId }) => [ClassSubscriptionId]) },
});
