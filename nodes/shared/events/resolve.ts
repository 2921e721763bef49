import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { isOfPerson, parseSubject, type Subject } from '../api/eventSubjects';
import { userIdOf } from '../api/facts';
import { InvalidInput, orAbsent, SEE_CHECK, attempt, toNodeError } from '../transport/errors';
import { textOf } from '../api/json';
import type { Request } from '../transport/callValues';
import { readProduct } from '../lists/pages';

interface Resolved {
	ids: Record<string, number>;
	/** The record, null if it no longer exists; absent if the subject names no single record. */
	record?: IDataObject | null;
	advice?: string;
}

const UNKNOWN_SUBJECT =
	'The API does not document this subject, so there is no record to read. See the data of the event for what is known.';

/** The advice if the club does not show a record, and its event is so recent that the record may still appear. */
export const NOT_VISIBLE =
	'The record is not visible. It no longer exists, or the club shows it only some time after the event. Read it again later with Event > Resolve. See the data of the event for what is known.';

/** Reads a record with a request; null if the club shows nothing. */
type Read = (request: Request) => Promise<IDataObject | null>;

/** Looks a record up: null if there is none, undefined if the club may show it later. */
export type Lookup = (read: Read) => Promise<IDataObject | null | undefined>;

/** Whether an event is a deletion that cannot be undone: its record is not read. */
export const isGone = (eventType: string, { pattern }: Subject): boolean => eventType.endsWith('.Deleted') && !pattern.mayReturn;

/**
 * Reads the current record of an event. A look-up costs one call; that of a product one for each page of the catalogue. If the
 * record no longer exists, `record` is null, and `advice` says what §6.3 offers instead, or that the record is not visible. If the
 * subject names no single record, `record` is absent: null would mean deleted.
 * @param request makes the calls; its ClubErrors other than a 404 are thrown on
 * @param look how often to look the record up; once by default
 */
export async function resolveSubject(
	request: Request,
	subject: string,
	eventType: string,
	look: Lookup = async (read) => await read(request),
): Promise<Resolved> {
	const parsed = parseSubject(subject);
	if (!parsed) return { ids: {}, advice: UNKNOWN_SUBJECT };
	const { ids, pattern } = parsed;
	if (!pattern.call) return { ids, advice: pattern.instead };
	const absent: Resolved = { ids, record: null, advice: pattern.instead };
	if (isGone(eventType, parsed)) return absent;
	const { call, product } = pattern;
	const record = await look(async (ask) => {
		const read = product ? readProduct(ask, ids[product.id], product.withPlans) : ask(call, { params: ids });
		return (await orAbsent<IDataObject | undefined>(read)) ?? null;
	});
	if (record === undefined) return { ...absent, advice: NOT_VISIBLE };
	return record ? { ids, record } : absent;
}

const NO_PERSON = new InvalidInput(
	'This event does not say who it is about',
	'Its subject, record and data contain no ID of a person. If "Load Current Record" is off, turn it on: the record may name them.',
);

/**
 * A reader of athletes for one delivery or poll, which reads each person once: as an athlete, then as a contact. For an event
 * of a contact it is the other way round. It gives null if they no longer exist, and nothing if the event has no person. It throws
 * InvalidInput if an event with a person does not name them.
 * @param request makes the calls; its ClubErrors other than a 404 are thrown on
 * @param lookOf how often to look the person of an event up; once by default
 */
export function athleteReader(
	request: Request,
	lookOf: (event: IDataObject) => Lookup = () => async (read) => await read(request),
): (event: IDataObject) => Promise<{ athlete?: IDataObject | null; athleteError?: { message: string; description: string } }> {
	const people = new Map<number, ReturnType<Read>>();
	const readAs =
		(userId: number, isContact: boolean): Read =>
		async (ask) => {
			const athlete = async () => await orAbsent(ask('GET /Athletes/{userId}', { params: { userId } }));
			const contact = async () => await orAbsent(ask('GET /Contacts/{userId}', { params: { userId } }));
			const [first, second] = isContact ? [contact, athlete] : [athlete, contact];
			return (await first()) ?? (await second()) ?? null;
		};
	return async (event) => {
		const userId = userIdOf(event);
		const eventType = textOf(event.eventType);
		if (userId === undefined) {
			if (!isOfPerson(eventType)) return {};
			throw NO_PERSON;
		}
		const read = readAs(userId, eventType.startsWith('Contact.'));
		let known = people.get(userId);
		// Whom an earlier event did not find may appear for this one: only its first read is that of the earlier event.
		const athlete = await lookOf(event)(async (ask) => {
			const person = known ?? read(ask);
			known = undefined;
			people.set(userId, person);
			return await person;
		});
		if (athlete !== undefined) return { athlete };
		// The person may exist.
		return {
			athlete: null,
			athleteError: {
				message: 'The person that this event is about is not visible',
				description: `The club shows neither an athlete nor a contact with the ID ${userId}. They no longer exist, or the club shows them only some time after the event. Read them again later. If this happens with each event, ${SEE_CHECK}`,
			},
		};
	};
}

/** The properties that a look-up adds to an event, or its error as one: a failed look-up must not lose the event. */
export async function attached(functions: IExecuteFunctions, name: 'record' | 'athlete', lookUp: Promise<object>): Promise<object> {
	const found = await attempt(lookUp);
	if ('value' in found) return found.value;
	const { message, description } = toNodeError(functions.getNode(), found.error);
	return { [`${name}Error`]: { message, description: description ?? '' } };
}
