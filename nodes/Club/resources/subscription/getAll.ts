import { CATALOGUE } from '../../../shared/records/catalogue';
import { MAX_COUNT } from '../../../shared/api/limits';
import { byIdDirection, filtersById } from '../../fields';
import { defineOperation } from '../../operation';
import { options } from './options';

export const getAll = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many subscription products',
	description: 'Retrieve a list of subscription products',
	calls: [CATALOGUE],
	fields: [filtersById, options],
	list: { maxCount: MAX_COUNT.subscriptions, orderedBy: 'ClassSubscriptionId', direction: byIdDirection },
});
