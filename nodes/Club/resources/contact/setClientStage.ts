import { clientStage } from '../../fields/fields';
import { onlyChangesOptions } from '../../run/onlyChanges';
import { defineOperation } from '../../operation';
import { contact } from '../../pickers/people';

export const setClientStage = defineOperation({
	value: 'setClientStage',
	name: 'Set Client Stage',
	action: 'Set client stage of contact',
	description: 'Set the client stage of a contact',
	calls: ['PUT /Contacts/{userId}/ClientStage'],
	fields: [contact, clientStage, onlyChangesOptions],
	current: 'GET /Contacts',
});
