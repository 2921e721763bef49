import { clientStage } from '../../fields';
import { onlyChangesOptions, readCurrentRows, setProperty } from '../../onlyChanges';
import { defineOperation } from '../../operation';
import { athlete } from '../../pickers/athletes';

export const setClientStage = defineOperation({
	value: 'setClientStage',
	name: 'Set Client Stage',
	action: 'Set client stage of athlete',
	description: 'Set how far an athlete has come: lead, qualified, prospect or client',
	calls: ['PUT /Athletes/{userId}/ClientStage'],
	fields: [athlete, clientStage, onlyChangesOptions],
	prepare: readCurrentRows('GET /Athletes'),
	run: async (session, values) =>
		await setProperty(session, 'PUT /Athletes/{userId}/ClientStage', values, 'ClientStage', values.clientStage),
});
