import { defineOperation } from '../../operation';
import { scheduledClass } from '../../pickers/classes';
import { participant } from '../../pickers/people';

export const remove = defineOperation({
	value: 'remove',
	name: 'Remove',
	action: 'Remove participant from class',
	description: 'Remove an athlete from a class or from its queue. This cannot be undone: the place may be taken by somebody else at once.',
	calls: ['DELETE /Classes/{classId}/Participants/{userId}'],
	fields: [scheduledClass, participant],
	advice: { 404: 'The athlete does not take part in this class, or there is no such class.' },
});
