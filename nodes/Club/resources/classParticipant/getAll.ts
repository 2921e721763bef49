import { defineOperation } from '../../operation';
import { scheduledClass } from '../../pickers/classes';

export const getAll = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many participants of class',
	description: 'Retrieve who takes part in a class or queues for it. For all classes of an athlete, use Booking > Get Many.',
	calls: ['GET /Classes/{classId}/Participants'],
	fields: [scheduledClass],
	list: {},
});
