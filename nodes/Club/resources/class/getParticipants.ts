import { defineOperation } from '../../operation';
import { scheduledClass } from '../../pickers/classes';

export const getParticipants = defineOperation({
	value: 'getParticipants',
	name: 'Get Participants',
	action: 'Get participants of class',
	description: 'Get who takes part in a class or waits for it',
	calls: ['GET /Classes/{classId}/Participants'],
	fields: [scheduledClass],
	list: {},
});
