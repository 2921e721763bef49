import type { IDataObject } from 'n8n-workflow';
import { isQueuedBooking } from '../../../shared/api/facts';
import { bodyOf } from '../../run/plan';
import type { Session } from '../../calls/session';
import { createOnce } from '../../calls/writes';
import { rowsOf } from '../../../shared/lists/pages';
import { ADDITIONAL_FIELDS, additionalProperties } from '../../fields/fields';
import { defineOperation } from '../../operation';
import { athlete } from '../../pickers/people';
import { scheduledClass } from '../../pickers/classes';

/** What to do after a refusal. The club may have said which of the two it is, so this does not guess. */
const LOOK = 'Check whether the athlete is in the class already, and whether it is full.';

/** The booking of an athlete in a class. One that was removed can still be read by itself, but no list has it (§4.4). */
export async function bookingIn(session: Session, params: { classId: unknown; userId: unknown }): Promise<IDataObject | undefined> {
	const rows = rowsOf(await session.send('GET /Classes/{classId}/Participants', { params }));
	return rows.find(({ UserId }) => UserId === params.userId);
}

export const create = defineOperation({
	value: 'create',
	name: 'Create',
	action: 'Create booking',
	description: 'Book an athlete into a class or its queue',
	calls: ['POST /Classes/{classId}/Participants', 'GET /Classes/{classId}/Participants'],
	fields: [scheduledClass, athlete, { ...ADDITIONAL_FIELDS, options: [additionalProperties] }],
	advice: {
		400: `${LOOK} Otherwise, check the values.`,
		409: LOOK,
	},
	before: async (session, { classId, userId }) => await session.resolve({ classId, userId }),
	async run(session, { additionalFields }, _, params) {
		const body = bodyOf({ userId: params.userId, ...additionalFields });
		const inClass = async () => await bookingIn(session, params);
		const earlier = session.isRetried ? await inClass() : undefined;
		const call = 'POST /Classes/{classId}/Participants';
		const { record, found } = earlier
			? { record: earlier, found: true }
			: await createOnce(session, async () => await session.send(call, { params, body }), inClass);
		if (found && !earlier) session.countWrite(call);
		if (isQueuedBooking(record)) session.note('queued');
		return found ? { ...record, Reconciled: true } : record;
	},
});
