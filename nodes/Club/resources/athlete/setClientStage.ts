import { clientStage } from '../../fields/fields';
import { onlyChangesOptions } from '../../run/onlyChanges';
import { defineOperation } from '../../operation';
import { athlete } from '../../pickers/people';

export const setClientStage = defineOperation({
	value: 'setClientStage',
	name: 'Set Client Stage',
	action: 'Set client stage of athlete',
	description: 'Set the client stage of an athlete',
	calls: ['PUT /Athletes/{userId}/ClientStage'],
	fields: [athlete, clientStage, onlyChangesOptions],
	current: 'GET /Athletes',
});
