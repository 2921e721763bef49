import { defineOperation } from '../../operation';
import { scheduledClass } from '../../pickers/classes';
import { participant } from '../../pickers/people';

export const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get booking',
	description: 'Get the booking of an athlete in a class',
	calls: ['GET /Classes/{classId}/Participants/{userId}'],
	fields: [scheduledClass, participant],
	advice: { 404: 'The athlete is not in this class, or the class does not exist.' },
});
