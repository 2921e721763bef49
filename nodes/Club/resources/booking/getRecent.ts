import { defineOperation } from '../../operation';

/** The API's description does not say whether the booking or the class has to be recent (§4.8). */
export const getRecent = defineOperation({
	value: 'getRecent',
	name: 'Get Recent',
	action: 'Get recent bookings',
	description: "Get the club's recent bookings",
	calls: ['GET /Classes/Participants/Recent'],
	fields: [],
	list: {},
});
