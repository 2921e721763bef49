import { ClubError, attempt } from '../../../shared/transport/errors';
import { defineOperation } from '../../operation';
import { scheduledClass } from '../../pickers/classes';
import { participant } from '../../pickers/people';
import { bookingIn } from './create';

const NOT_THERE = 'The athlete is not in this class, or the class does not exist.';

export const remove = defineOperation({
	value: 'delete',
	name: 'Delete',
	action: 'Delete booking',
	description: 'Remove an athlete from a class or its queue',
	calls: ['DELETE /Classes/{classId}/Participants/{userId}', 'GET /Classes/{classId}/Participants'],
	cost: '1, or 2 if the club refuses it',
	fields: [scheduledClass, participant],
	advice: { 404: NOT_THERE, 405: NOT_THERE },
	async run(session, { classId, userId }) {
		const params = await session.resolve({ classId, userId });
		const removal = await attempt(session.send('DELETE /Classes/{classId}/Participants/{userId}', { params }));
		if ('value' in removal) return { deleted: true, ...removal.value };
		const { error } = removal;
		// The statuses of a path that does not exist, or that has no DELETE.
		if (!(error instanceof ClubError) || ![404, 405].includes(error.status ?? 0)) throw error;
		const stays = (await bookingIn(session, params)) !== undefined;
		if (!stays && !error.unclear) throw error;
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
