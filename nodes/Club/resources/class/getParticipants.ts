import { defineOperation } from '../../operation';
import { scheduledClass } from '../../pickers/classes';
import { withNames } from '../../run/subjects';

export const getParticipants = defineOperation({
	value: 'getParticipants',
	name: 'Get Participants',
	action: 'Get participants of class',
	description: 'Get who takes part in a class or waits for it',
	calls: ['GET /Classes/{classId}/Participants'],
	fields: [scheduledClass],
	list: {
		// A model cannot read a list of people to find their names.
		complete: (_values, session) => async (rows) => (session.settings.isForModel ? await withNames(session, rows) : [...rows]),
	},
});
