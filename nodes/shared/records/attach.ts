import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { toNodeError } from '../transport/errors';
import { orAbsent, settle } from '../transport/outcome';
import type { FreeSend } from '../transport/send';

/** Whom an event is about: `userId` of its `ids`, else `UserId` of its record, else of its data. */
function userIdOf(event: IDataObject): number | undefined {
	const [ids, record, data] = [event.ids, event.record, event.data].map((part) => (part ?? {}) as IDataObject);
	const id = ids.userId ?? record.UserId ?? data.UserId;
	return Number.isSafeInteger(id) && Number(id) > 0 ? Number(id) : undefined;
}

/** Reads the person that an event is about, as its `athlete`: null for somebody who is gone, nothing for an event about nobody. */
export type ReadAthlete = (event: IDataObject) => Promise<{ athlete?: IDataObject | null }>;

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
		if (userId === undefined) return {};
		const known = people.get(userId) ?? read(userId, String(event.eventType).startsWith('Contact.'));
		people.set(userId, known);
		return { athlete: await known };
	};
}

/** What a look-up gives under the name of what it gives, or the reason why it failed: it costs no event. */
export async function attached(
	functions: IExecuteFunctions,
	name: 'record' | 'athlete',
	lookUp: Promise<IDataObject>,
): Promise<IDataObject> {
	const found = await settle(lookUp);
	if ('value' in found) return found.value;
	const { message, description } = toNodeError(functions.getNode(), found.error);
	return { [`${name}Error`]: { message, description: description ?? '' } };
}
