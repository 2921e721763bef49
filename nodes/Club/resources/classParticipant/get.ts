import { defineOperation } from '../../operation';
import { scheduledClass } from '../../pickers/classes';
import { participant } from '../../pickers/people';

export const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get participant of class',
	description: 'Retrieve one participant of a class. For all participants, use Get Many.',
	calls: ['GET /Classes/{classId}/Participants/{userId}'],
	fields: [scheduledClass, participant],
	advice: { 404: 'The athlete does not take part in this class, or the class does not exist.' },
});
