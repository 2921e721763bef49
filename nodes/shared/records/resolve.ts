import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { Request } from '../transport/send';
import { orAbsent, toNodeError, settle } from '../transport/errors';
import type { Call } from '../api/endpoints';
import type { Subject } from '../api/subjects';
import { parseSubject } from '../api/subjects';
import { readProduct } from './catalogue';

/** The current record behind an event (§6.3). */
interface Resolved {
	/** The numbers in the subject, by the names of §6.3. */
	ids: Record<string, number>;
	/** The record, or null where it is gone; absent where no single record stands behind the subject. */
	record?: IDataObject | null;
	/** What to do instead, where there is no record. */
	advice?: string;
}

const UNKNOWN = 'This subject is none that the club documents, so there is nothing to read. What is known stands in the data of the event.';

/** Whether an event tells of a deletion that stays: its record need not be asked for. */
export const isGone = (eventType: string, { pattern }: Subject): boolean => eventType.endsWith('.Deleted') && !pattern.mayReturn;

/** Reads the record of a subject; undefined where the catalogue does not hold it. */
const read = async (request: Request, call: Call, { pattern, ids }: Subject): Promise<IDataObject | undefined> =>
	pattern.product ? await readProduct(request, ids[pattern.product.id], pattern.product.withPlans) : await request(call, { params: ids });

/**
 * Reads what an event is about, as it is now: one call at most, unless a catalogue takes no bounds, whatever order events come in.
 * A record that is gone is no error: `record` is null then, and `advice` says what §6.3 offers instead. Where there is no
 * single record to read there is no `record`, so that nobody takes it for gone.
 * @param request makes the call; its ClubErrors other than a 404 are thrown on
 */
export async function resolveSubject(request: Request, subject: string, eventType: string): Promise<Resolved> {
	const known = parseSubject(subject);
	if (!known) return { ids: {}, advice: UNKNOWN };
	const { ids, pattern } = known;
	if (!pattern.call) return { ids, advice: pattern.instead };
	const none: Resolved = { ids, record: null, advice: pattern.instead };
	if (isGone(eventType, known)) return none;
	const record = await orAbsent(read(request, pattern.call, known));
	return record ? { ids, record } : none;
}

/** Whom an event is about: `userId` of its `ids`, else `UserId` of its record, else of its data. */
function userIdOf(event: IDataObject): number | undefined {
	const [ids, record, data] = [event.ids, event.record, event.data].map((part) => (part ?? {}) as IDataObject);
	const id = ids.userId ?? record.UserId ?? data.UserId;
	return Number.isSafeInteger(id) && Number(id) > 0 ? Number(id) : undefined;
}

/** Reads the person that an event is about, as its `athlete`: null for somebody who is gone, nothing for an event about nobody. */
type ReadAthlete = (event: IDataObject) => Promise<{ athlete?: IDataObject | null }>;

/**
 * A reader of athletes for one delivery or poll: each person is read once. Who is no athlete is looked for among the
 * contacts; for an event of a contact it is the other way round.
 * @param request makes the call; its ClubErrors other than a 404 are thrown on
 */
export function athleteReader(request: Request): ReadAthlete {
	const people = new Map<number, Promise<IDataObject | null>>();
	const read = async (userId: number, isContact: boolean): Promise<IDataObject | null> => {
		const athlete = async () => await orAbsent(request('GET /Athletes/{userId}', { params: { userId } }));
		const contact = async () => await orAbsent(request('GET /Contacts/{userId}', { params: { userId } }));
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
