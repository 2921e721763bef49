import type { IDataObject } from 'n8n-workflow';
import type { FreeCall } from '../../shared/api/endpoints';
import { endpointOf } from '../../shared/api/endpoints';
import { momentOf } from '../../shared/api/time';
import { isObject } from '../../shared/transport/json';

/**
 * Why a call is read. Each call is read `first`, a list by ids and the trainings without a bound, so that it shows its own order.
 * `second` is the next page, by the cursor, or without cursors by the legacy values. What else tells readings apart:
 */
export type Purpose =
	| 'first'
	| 'second'
	/** The page before the second one of a list that ascends, by its PrevCursor: `GET /Classes/Bookings` does. */
	| 'back'
	/** A list that has ended, by the cursor that leads on; without cursors from the id beyond its last one. */
	| 'beyond'
	/** A list that has ended, with as large a `count` as it has rows. */
	| 'full'
	/** A list of which the id bounds may be ignored (`GET /Challenges`), with `fromId` of the second smallest id. */
	| 'range'
	/** A list by ids (`GET /Contacts`) with the largest `toId` there is, 2147483647. */
	| 'largest'
	/** `GET /Trainings` with only `to`, which is now. */
	| 'to'
	/** `GET /Classes/Calendars/{calendarType}` from the begin of a class to a minute later; its begin without an offset is in the club's zone. */
	| 'begin'
	/** `GET /Athletes/ByEmail` with the letters of the first one's address in capitals. */
	| 'capitals'
	/** A record of §4.8 with an id that nobody has, 2147483646: `GET /Trainings/{trainingId}`. */
	| 'absent'
	/**
	 * `GET /Subscriptions` with `withPlans=true` and `fromId` of the second smallest id; where it shows no plan,
	 * `GET /Subscriptions/{subscriptionId}` with `withPlans=true` as well, of the first product.
	 */
	| 'withPlans';

/** One answer of the club to a read of the check. It is kept for the run alone: only names, types and counts of it go out. */
export interface Sight {
	/** The call as the document writes it. */
	call: FreeCall;
	/** Which of several reads of one call. */
	purpose: Purpose;
	query: IDataObject;
	params: IDataObject;
	/** HTTP status; 0 where no answer came. */
	status: number;
	errorType?: string;
	/** The body as it came, parsed. */
	body?: unknown;
	headers: Record<string, string>;
	milliseconds: number;
	/** Why its body was not read, as it follows on "The answer"; or the network's code where no answer came. */
	problem?: string;
}

/** Everything that the check has seen. */
export interface Evidence {
	sights: readonly Sight[];
	/** The workflow's time zone, such as Europe/Stockholm. */
	zone: string;
	/** When the check began, in milliseconds. */
	now: number;
	/** Why it made no further reads, where something has stopped it. */
	stopped?: string;
}

/** The rows of an answer, whatever it is wrapped in; what is no record is none. */
export function rowsSeen(sight: Sight | undefined): IDataObject[] {
	const body = sight?.body;
	const list = Array.isArray(body) ? body : isObject(body) ? Object.values(body).find(Array.isArray) : [];
	return (list ?? []).filter(isObject) as IDataObject[];
}

/** The sight of a call. */
export const sightOf = ({ sights }: Pick<Evidence, 'sights'>, call: FreeCall, purpose: Purpose = 'first'): Sight | undefined =>
	sights.find((sight) => sight.call === call && sight.purpose === purpose);

/** Whether a call reads a list. */
export const isList = (call: FreeCall): boolean => ['page', 'rows', 'rowsOrPage'].includes(endpointOf(call)?.answer ?? '');

/** What a page says besides its rows (§2.9); of a plain array nothing. */
export const envelopeOf = (sight: Sight | undefined): IDataObject => (isObject(sight?.body) ? (sight.body as IDataObject) : {});

/** The record of a sight that is no list; an array of one is the record. */
export function recordIn({ body }: Sight): IDataObject | undefined {
	const record: unknown = Array.isArray(body) ? body[0] : body;
	return isObject(record) ? (record as IDataObject) : undefined;
}

/** The name of a time zone, such as Europe/Stockholm or UTC. */
const isZone = (value: unknown): value is string =>
	typeof value === 'string' && /^[A-Za-z]+(\/[A-Za-z_+-]+\d{0,2})*$/.test(value) && momentOf('2026-01-01', value).isValid;

/** The time zone of the club, where its profile names one. */
export function clubZone(evidence: Pick<Evidence, 'sights'>): string | undefined {
	const sight = sightOf(evidence, 'GET /Profile');
	return Object.entries((sight && recordIn(sight)) ?? {}).flatMap(([name, value]) =>
		/zone/i.test(name) && isZone(value) ? [value] : [],
	)[0];
}
