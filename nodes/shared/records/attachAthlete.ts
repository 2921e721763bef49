import type { IDataObject } from 'n8n-workflow';
import { orAbsent } from '../transport/outcome';
import type { FreeSend } from '../transport/send';

/** Whom an event is about: `userId` of its `ids`, else `UserId` of its record, else of its data. */
function userIdOf(event: IDataObject): number | undefined {
	const [ids, record, data] = [event.ids, event.record, event.data].map((part) => (part ?? {}) as IDataObject);
	const id = ids.userId ?? record.UserId ?? data.UserId;
	return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** Reads the person that an event is about; undefined for an event about nobody, null for somebody who is gone. */
export type ReadAthlete = (event: IDataObject) => Promise<IDataObject | null | undefined>;

/**
 * A reader of athletes for one delivery or poll: each person is read once. Who is no athlete is looked for among the
 * contacts; for an event of a contact it is the other way round.
 * @param send makes the call; its ClubErrors other than a 404 are thrown on
 */
export function athleteReader(send: FreeSend): ReadAthlete {
	const people = new Map<number, Promise<IDataObject | null>>();
	const read = async (userId: number, isContact: boolean): Promise<IDataObject | null> => {
		const athlete = async () => await orAbsent(send('GET /Athletes/{userId}', { params: { userId } }));
		const contact = async () => await orAbsent(send('GET /Contacts/{userId}', { params: { userId } }));
		const [first, second] = isContact ? [contact, athlete] : [athlete, contact];
		return (await first()) ?? (await second()) ?? null;
	};
	return async (event) => {
		const userId = userIdOf(event);
		if (userId === undefined) return undefined;
		const known = people.get(userId) ?? read(userId, String(event.eventType).startsWith('Contact.'));
		people.set(userId, known);
		return await known;
	};
}
