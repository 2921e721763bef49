import { defineOperation } from '../../operation';

export const getAll = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many challenges',
	description: 'Retrieve a list of challenges. For the badges that athletes earned, use Badge Award > Get Many.',
	calls: ['GET /Challenges'],
	fields: [],
	list: {},
});
