import { clientStage } from '../../fields';
import { onlyChangesOptions, readCurrentRows, setProperty } from '../../onlyChanges';
import { defineOperation } from '../../operation';
import { contact } from '../../pickers/contacts';

export const setClientStage = defineOperation({
	value: 'setClientStage',
	name: 'Set Client Stage',
	action: 'Set client stage of contact',
	description: 'Set how far a contact has come: lead, qualified, prospect or client',
	calls: ['PUT /Contacts/{userId}/ClientStage'],
	fields: [contact, clientStage, onlyChangesOptions],
	prepare: readCurrentRows('GET /Contacts'),
	run: async (session, values) =>
		await setProperty(session, 'PUT /Contacts/{userId}/ClientStage', values, 'ClientStage', values.clientStage),
});
