import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { Request } from '../transport/send';
import { clock } from '../transport/process';
import { InvalidInput, orAbsent, SEE_CHECK, attempt, toNodeError } from '../transport/errors';
import { isObject, textOf } from '../transport/json';
import type { Call } from '../api/endpoints';
import type { Subject } from '../api/events';
import { parseSubject } from '../api/events';
import { MINUTE_MS, timeOf } from '../api/time';
import { readProduct } from './memberships';

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

/** The advice where the club does not show a record, and its event is so young that the record may still appear. */
export const NOT_VISIBLE =
	'The record is not visible. It is gone, or the club shows it only some time after its event: read it again later with Event > Resolve. What is known stands in the data of the event.';

/** Reads with the request that it is given: null where the club shows nothing. */
type Read<T> = (request: Request) => Promise<T | null>;

/** Looks for a record: null where there is none, undefined where the club may only not show it yet. */
type Lookup = <T>(read: Read<T>) => Promise<T | null | undefined>;

/** When the club is asked again for what it does not show, in ms since an execution began to read. */
const LOOKS_MS = [2_000, 10_000];

/** Whether a record may be readable later than its event came: not after a deletion, nor a minute after the event. */
const mayAppear = ({ eventType, eventTime }: IDataObject): boolean =>
	!textOf(eventType).endsWith('.Deleted') && !(clock.now() - Number(timeOf(eventTime, 'utc')) >= MINUTE_MS);

/**
 * Looks again for the record of a young event, since a read may see it some seconds after the event (§6.1 does not say). All
 * events of an execution are looked for in the same ten seconds, so that many of them wait no longer than one.
 * @reading readAfterEvent
 */
export function patientLooks(functions: IExecuteFunctions, request: Request): (event: IDataObject) => Lookup {
	const began = clock.now();
	const again: Request = async (call, values) => await request(call, { ...values, skipCache: true });
	return (event) => async (read) => {
		if (!mayAppear(event)) return await read(request);
		let found = await read(request);
		for (const ms of LOOKS_MS) {
			const pause = began + ms - clock.now();
			if (found !== null || pause <= 0) continue;
			await clock.sleep(pause, functions.getExecutionCancelSignal());
			found = await read(again);
		}
		return found ?? undefined;
	};
}

/** Looks once. */
const singleLook =
	(request: Request): Lookup =>
	async (read) =>
		await read(request);

/** Whether an event tells of a deletion that stays: its record need not be asked for. */
export const isGone = (eventType: string, { pattern }: Subject): boolean => eventType.endsWith('.Deleted') && !pattern.mayReturn;

/** Reads the record of a subject; undefined where the catalogue does not hold it. */
const readOne = async (request: Request, call: Call, { pattern, ids }: Subject): Promise<IDataObject | undefined> =>
	pattern.product ? await readProduct(request, ids[pattern.product.id], pattern.product.withPlans) : await request(call, { params: ids });

/**
 * Reads what an event is about, as it is now: one call a look, unless a catalogue takes no bounds, whatever order events come in.
 * A record that is gone is no error: `record` is null then, and `advice` says what §6.3 offers instead, or that the record is
 * not visible. Where there is no single record to read there is no `record`, so that nobody takes it for gone.
 * @param request makes the call; its ClubErrors other than a 404 are thrown on
 * @param look how often the club is asked; once when left out
 */
export async function resolveSubject(request: Request, subject: string, eventType: string, look = singleLook(request)): Promise<Resolved> {
	const known = parseSubject(subject);
	if (!known) return { ids: {}, advice: UNKNOWN };
	const { ids, pattern } = known;
	if (!pattern.call) return { ids, advice: pattern.instead };
	const none: Resolved = { ids, record: null, advice: pattern.instead };
	if (isGone(eventType, known)) return none;
	const { call } = pattern;
	const record = await look(async (ask) => (await orAbsent(readOne(ask, call, known))) ?? null);
	if (record === undefined) return { ...none, advice: NOT_VISIBLE };
	return record ? { ids, record } : none;
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

/** The events that are about nobody: those of the calendar and of the catalogue. */
const ABOUT_NOBODY = /^(Class|Subscription)\./;

/**
 * Whom an event is about: `userId` of its `ids`, else `UserId` of its record, else of its data, or of `User` or `Contact` in them.
 * @reading eventPerson
 * @reading eventData
 */
export function userIdOf({ eventType, ids, record, data }: IDataObject): number | undefined {
	if (ABOUT_NOBODY.test(textOf(eventType))) return undefined;
	const people = [record, data].flatMap((part) => (isObject(part) ? [part, part.User, part.Contact] : []));
	return [isObject(ids) && ids.userId, ...people.map((person) => isObject(person) && person.UserId)].find(isId);
}

const UNNAMED = new InvalidInput(
	'This event does not say whom it is about',
	'Its subject, its record and its data hold no ID of a person. Where "Load Current Record" is off, switch it on: the record may name them.',
);

/** The person that an event is about: null for somebody who is gone, nothing for an event about nobody. */
interface Attached {
	athlete?: IDataObject | null;
	/** Why there is none, where somebody may be there. */
	athleteError?: { message: string; description: string };
}

const notVisible = (userId: number): Attached => ({
	athlete: null,
	athleteError: {
		message: 'The person that this event is about is not visible',
		description: `The club shows neither an athlete nor a contact with the ID ${userId}: they are gone, or are shown only some time after the event. Read them again later. Where it is so with each event, ${SEE_CHECK}`,
	},
});

/**
 * A reader of athletes for one delivery or poll: each person is read once. Who is no athlete is looked for among the
 * contacts; for an event of a contact it is the other way round.
 * It throws InvalidInput where an event about a person names nobody.
 * @param request makes the call; its ClubErrors other than a 404 are thrown on
 * @param lookOf how often the club is asked for the person of an event; once when left out
 */
export function athleteReader(
	request: Request,
	lookOf: (event: IDataObject) => Lookup = () => singleLook(request),
): (event: IDataObject) => Promise<Attached> {
	const people = new Map<number, Promise<IDataObject | null | undefined>>();
	const readAs =
		(userId: number, isContact: boolean): Read<IDataObject> =>
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
			if (ABOUT_NOBODY.test(eventType)) return {};
			throw UNNAMED;
		}
		const known = people.get(userId) ?? lookOf(event)(readAs(userId, eventType.startsWith('Contact.')));
		people.set(userId, known);
		const athlete = await known;
		return athlete === undefined ? notVisible(userId) : { athlete };
	};
}

/** What a look-up gives under the name of what it gives, or the reason why it failed: it costs no event. */
export async function attached(functions: IExecuteFunctions, name: 'record' | 'athlete', lookUp: Promise<object>): Promise<object> {
	const found = await attempt(lookUp);
	if ('value' in found) return found.value;
	const { message, description } = toNodeError(functions.getNode(), found.error);
	return { [`${name}Error`]: { message, description: description ?? '' } };
}
