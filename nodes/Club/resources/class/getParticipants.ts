import { defineOperation } from '../../operation';
import { scheduledClass } from '../../pickers/classes';
import { withNames } from '../../run/subjects';

export const getParticipants = defineOperation({
	value: 'getParticipants',
	name: 'Get Participants',
	action: 'Get participants of class',
	description: 'Get the participants and the queue of a class',
	calls: ['GET /Classes/{classId}/Participants'],
	fields: [scheduledClass],
	list: {
		// A model cannot read a list of people to find their names.
		complete: (_values, session) => async (rows) => (session.settings.isForModel ? await withNames(session, rows) : [...rows]),
	},
});
