import { defineOperation } from '../../operation';

export const getRecent = defineOperation({
	value: 'getRecent',
	name: 'Get Recent',
	action: 'Get recent bookings',
	description: 'Get the bookings that the club calls recent',
	calls: ['GET /Classes/Participants/Recent'],
	fields: [],
	list: {},
});
