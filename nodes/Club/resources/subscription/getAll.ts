import { ID } from '../../../shared/api/limits';
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
	list: {
		// A catalogue may ignore the bounds, which §4.8 does not show.
		keep: ({ filters: { fromId = ID.min, toId = ID.max } }, session) =>
			fromId === ID.min && toId === ID.max
				? undefined
				: ({ ClassSubscriptionId: id }) => {
						const isWanted = typeof id !== 'number' || (id >= fromId && id <= toId);
						if (!isWanted) session.hint('The club gave products beyond From ID and To ID. The node left them out');
						return isWanted;
					},
	},
});
