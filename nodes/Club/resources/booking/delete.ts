import { ClubError, attempt, orAbsent } from '../../../shared/transport/errors';
import { defineOperation } from '../../operation';
import { scheduledClass } from '../../pickers/classes';
import { participant } from '../../pickers/people';

export const remove = defineOperation({
	value: 'delete',
	name: 'Delete',
	action: 'Delete booking',
	description: 'Remove an athlete from a class or its queue',
	calls: ['DELETE /Classes/{classId}/Participants/{userId}', 'GET /Classes/{classId}/Participants/{userId}'],
	cost: '1, or 2 if the club refuses it',
	fields: [scheduledClass, participant],
	advice: { 404: 'The athlete is not in this class, or the class does not exist.' },
	async run(session, { classId, userId }) {
		const params = await session.resolve({ classId, userId });
		const removal = await attempt(session.send('DELETE /Classes/{classId}/Participants/{userId}', { params }));
		if ('value' in removal) return { deleted: true, ...removal.value };
		const { error } = removal;
		// The statuses of a path that does not exist, or that has no DELETE.
		if (!(error instanceof ClubError) || ![404, 405].includes(error.status ?? 0)) throw error;
		// For an athlete who does not take part, this read fails with 404 and the advice above.
		const look = session.send('GET /Classes/{classId}/Participants/{userId}', { params });
		const stays = error.unclear ? await orAbsent(look) : await look;
		if (!stays) {
			// An earlier attempt that seemed to fail has removed them.
			session.countWrite('DELETE /Classes/{classId}/Participants/{userId}');
			return { deleted: true };
		}
		throw new ClubError('This club uses another path to remove participants', {
			status: error.status,
			description:
				'The athlete still takes part in the class. The API does not document the path of this call, so the node uses a guess. Ask the platform for the correct path, and use the operation Make API Call.',
			failure: { cause: 'configuration-invalid' },
		});
	},
});
