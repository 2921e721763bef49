import { defineOperation, type Resource } from '../../operation';
import { scheduledClass } from '../../pickers/classes';
import { participant } from '../../pickers/people';
import { create } from './create';
import { remove } from './delete';
import { getAll } from './getAll';

export const booking: Resource = {
	value: 'booking',
	name: 'Booking',
	description: 'A place in a class',
	operations: [
		create,
		remove,
		defineOperation({
			value: 'get',
			name: 'Get',
			action: 'Get booking',
			description: 'Get the booking of an athlete in a class',
			calls: ['GET /Classes/{classId}/Participants/{userId}'],
			fields: [scheduledClass, participant],
			advice: { 404: 'The athlete is not in this class, or the class does not exist.' },
		}),
		getAll,
		defineOperation({
			value: 'getRecent',
			name: 'Get Recent',
			action: 'Get recent bookings',
			description: "Get the club's recent bookings",
			// The API's description does not say whether the booking or the class has to be recent (§4.8).
			calls: ['GET /Classes/Participants/Recent'],
			fields: [],
			list: {},
		}),
	],
};
