import { defineOperation } from '../../operation';
import { scheduledClass } from '../../pickers/classes';
import { PROPERTIES } from '../../../shared/api/properties';

export const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get class',
	description: 'Get a class by ID, or by name and time',
	calls: ['GET /Classes/{classId}'],
	fields: [scheduledClass],
	simplify: PROPERTIES.class,
});
