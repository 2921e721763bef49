import { defineOperation } from '../../operation';
import { athlete } from '../../pickers/athletes';
import { scheduledClass } from '../../pickers/classes';

export const remove = defineOperation({
	value: 'remove',
	name: 'Remove',
	action: 'Remove participant from class',
	description: 'Remove an athlete from a class or from its queue',
	calls: ['DELETE /Classes/{classId}/Participants/{userId}'],
	fields: [scheduledClass, athlete],
	advice: { 404: 'The athlete does not take part in this class, or there is no such class.' },
});
