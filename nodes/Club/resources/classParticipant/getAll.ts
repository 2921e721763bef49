import { additionalParameters } from '../../fields';
import { defineOperation } from '../../operation';
import { scheduledClass } from '../../pickers/classes';

/** The filters of a list whose parameters the spec does not show (§4.8). */
export const participantFilters = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	options: [additionalParameters],
} as const;

export const getAll = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many participants of class',
	description: 'Retrieve who takes part in a class or queues for it',
	calls: ['GET /Classes/{classId}/Participants'],
	fields: [scheduledClass, participantFilters],
	list: {},
});
