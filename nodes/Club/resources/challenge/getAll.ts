import { defineOperation } from '../../operation';

export const getAll = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many challenges',
	description: 'Get many challenges',
	calls: ['GET /Challenges'],
	fields: [],
	list: {},
});
