import { defineOperation } from '../../operation';

export const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get club',
	description: 'Get the name and settings of the club',
	calls: ['GET /Profile'],
	fields: [],
});
