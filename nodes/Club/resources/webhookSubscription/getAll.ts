import { defineOperation } from '../../operation';

export const getAll = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many webhook subscriptions',
	description: 'Retrieve a list of webhook subscriptions with their states. For one webhook subscription by ID, use Get.',
	calls: ['GET /Webhooks/Subscriptions'],
	fields: [],
	list: {},
});
