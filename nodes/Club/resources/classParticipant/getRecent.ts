import { defineOperation } from '../../operation';

export const getRecent = defineOperation({
	value: 'getRecent',
	name: 'Get Recent',
	action: 'Get recent participants of classes',
	description:
		'Retrieve the participants that the club takes for recent; the API does not say whether by their booking or by their class. For one class, use Get Many.',
	calls: ['GET /Classes/Participants/Recent'],
	fields: [],
	list: {},
});
