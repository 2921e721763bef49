import type { Resource } from '../operation';
import { defineOperation } from '../operation';

const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get club profile',
	description: 'Retrieve the name, address and settings of the club that the keys select',
	calls: ['GET /Profile'],
	fields: [],
});

export const profile: Resource = {
	value: 'profile',
	name: 'Club Profile',
	description: 'Who and where the club is',
	operations: [get],
};
