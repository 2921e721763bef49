import { defineOperation } from '../../operation';

export const getAll = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many webhook subscriptions',
	description: 'Get many webhook subscriptions',
	calls: ['GET /Webhooks/Subscriptions'],
	fields: [],
	list: {},
});
