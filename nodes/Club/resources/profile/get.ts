import { defineOperation } from '../../operation';

export const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get club profile',
	description: 'Retrieve the name, address and settings of the club that the keys belong to. To see what the club really sends, use Check.',
	calls: ['GET /Profile'],
	fields: [],
});
