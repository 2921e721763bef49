import { defineOperation } from '../../operation';

export const getRecent = defineOperation({
	value: 'getRecent',
	name: 'Get Recent',
	action: 'Get recent participants of classes',
	description: 'Retrieve the recent participants of all classes of the club',
	calls: ['GET /Classes/Participants/Recent'],
	fields: [],
	list: {},
});
