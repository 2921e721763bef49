import { defineOperation } from '../../operation';
import { scheduledClass } from '../../pickers/classes';

export const getAll = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many participants of class',
	description:
		'Retrieve the athletes who take part in a class or wait in its queue. For all classes of an athlete, use Booking > Get Many.',
	calls: ['GET /Classes/{classId}/Participants'],
	fields: [scheduledClass],
	list: {},
});
