import { ClubError, attempt } from '../../../shared/transport/errors';
import { defineOperation } from '../../operation';
import { scheduledClass } from '../../pickers/classes';
import { participant } from '../../pickers/people';

export const remove = defineOperation({
	value: 'remove',
	name: 'Remove',
	action: 'Remove participant from class',
	description:
		'Remove an athlete from a class or from its queue. This cannot be undone: the place may be taken by somebody else at once. To see the bookings of the athlete first, use Booking > Get Many.',
	calls: ['DELETE /Classes/{classId}/Participants/{userId}', 'GET /Classes/{classId}/Participants/{userId}'],
	cost: '1, and 1 where the club refuses it',
	fields: [scheduledClass, participant],
	advice: { 404: 'The athlete does not take part in this class, or there is no such class.' },
	summary: ({ person, class: name }) => `Take ${person} off ${name}`,
	async run(session, { classId, userId }) {
		const params = await session.resolve({ classId, userId });
		const removal = await attempt(session.send('DELETE /Classes/{classId}/Participants/{userId}', { params }));
		if ('value' in removal) return { ...removal.value, deleted: true };
		const { error } = removal;
		if (!(error instanceof ClubError) || !NO_SUCH_PATH.has(error.status)) throw error;
		// Who is not there is a 404 of this read, with the advice above.
		await session.send('GET /Classes/{classId}/Participants/{userId}', { params });
		throw elsewhere(error);
	},
});

/** Statuses of a path that is not there, or not for a removal. */
const NO_SUCH_PATH: ReadonlySet<unknown> = new Set([404, 405]);

/** The error for somebody who still takes part: the path of the removal is a guess. @reading participantRemoval */
const elsewhere = ({ status }: ClubError): ClubError =>
	new ClubError('This club removes participants by another path', {
		status,
		description:
			'The athlete still takes part in the class. The API does not show the path of the removal, and this one is a guess. Ask the platform for it, and use API > Call.',
		failure: { cause: 'configuration-invalid' },
	});
