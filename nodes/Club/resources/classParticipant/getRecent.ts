import { defineOperation } from '../../operation';

export const getRecent = defineOperation({
	value: 'getRecent',
	name: 'Get Recent',
	action: 'Get recent participants of classes',
	description:
		'Retrieve the participants that the club considers recent. The API does not document whether the booking or the class has to be recent. For one class, use Get Many.',
	calls: ['GET /Classes/Participants/Recent'],
	fields: [],
	list: {},
});
