import { defineOperation } from '../../operation';
import { athlete } from '../../pickers/athletes';
import { scheduledClass } from '../../pickers/classes';

export const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get participant of class',
	description: 'Retrieve the place of one athlete in a class',
	calls: ['GET /Classes/{classId}/Participants/{userId}'],
	fields: [scheduledClass, athlete],
	advice: { 404: 'The athlete does not take part in this class, or there is no such class.' },
});
