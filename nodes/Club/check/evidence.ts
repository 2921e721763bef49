import type { IDataObject } from 'n8n-workflow';
import type { FreeCall } from '../../shared/api/endpoints';
import { endpointOf } from '../../shared/api/endpoints';
import { momentOf } from '../../shared/api/time';
import { isObject } from '../../shared/transport/json';

/**
 * Why a call is read. Each call is read `first`; lists by ID and the trainings have no bounds then, so that they show their own order.
 * `second` is the next page, by its cursor, or by the legacy values if there are no cursors. The others distinguish readings:
 */
export type Purpose =
	| 'first'
	| 'second'
	/** The page before the second one of an ascending list, by its PrevCursor: `GET /Classes/Bookings`. */
	| 'back'
	/** A list that has ended, by its next cursor, or from the ID after its last one if there are no cursors. */
	| 'beyond'
	/** A list that has ended, with a `count` equal to its number of rows. */
	| 'full'
	/** A list whose ID bounds may be ignored (`GET /Challenges`), with the second smallest ID as `fromId`. */
	| 'range'
	/** A list by ID (`GET /Contacts`) with the largest possible `toId`, 2147483647. */
	| 'largest'
	/** `GET /Trainings` with only `to`, set to now. */
	| 'to'
	/** `GET /Classes/Calendars/{calendarType}` for one minute from the begin of a class; a begin without an offset is in the club's timezone. */
	| 'begin'
	/** `GET /Athletes/ByEmail` with the address of the first athlete in upper case. */
	| 'capitals'
	/** A record of §4.8 with an unused ID, 2147483646: `GET /Trainings/{trainingId}`. */
	| 'absent'
	/**
	 * `GET /Subscriptions` with `withPlans=true` and the second smallest ID as `fromId`. If it shows no plan, also
	 * `GET /Subscriptions/{subscriptionId}` with `withPlans=true` for the first product.
	 */
	| 'withPlans';

/** One answer of the club to a read of the check. It stays in memory for the run; only names, types and counts are output. */
export interface Sight {
	/** The call as in the API description. */
	call: FreeCall;
	purpose: Purpose;
	query: IDataObject;
	params: IDataObject;
	/** HTTP status; 0 without an answer. */
	status: number;
	errorType?: string;
	/** The parsed body. */
	body?: unknown;
	headers: Record<string, string>;
	milliseconds: number;
	/** Why the body was not read, as a text that follows "The answer"; or the network's error code without an answer. */
	problem?: string;
}

/** All answers of a check. */
export interface Evidence {
	sights: readonly Sight[];
	/** The workflow's timezone, such as Europe/Stockholm. */
	zone: string;
	/** When the check started, in ms since the epoch. */
	now: number;
	/** Why the check stopped early, if it did. */
	stopped?: string;
}

/** The rows of an answer, whatever wraps them; entries that are not records are left out. */
export function rowsSeen(sight: Sight | undefined): IDataObject[] {
	const body = sight?.body;
	const list = Array.isArray(body) ? body : isObject(body) ? Object.values(body).find(Array.isArray) : [];
	return (list ?? []).filter(isObject) as IDataObject[];
}

/** The answer to a call. */
export const sightOf = ({ sights }: Pick<Evidence, 'sights'>, call: FreeCall, purpose: Purpose = 'first'): Sight | undefined =>
	sights.find((sight) => sight.call === call && sight.purpose === purpose);

/** Whether a call reads a list. */
export const isList = (call: FreeCall): boolean => ['page', 'rows', 'rowsOrPage'].includes(endpointOf(call)?.answer ?? '');

/** The envelope of a page (§2.9); empty for a plain array. */
export const envelopeOf = (sight: Sight | undefined): IDataObject => (isObject(sight?.body) ? (sight.body as IDataObject) : {});

/** The record of a read of one record; it can come as an array of one. */
export function recordIn({ body }: Sight): IDataObject | undefined {
	const record: unknown = Array.isArray(body) ? body[0] : body;
	return isObject(record) ? (record as IDataObject) : undefined;
}

/** Whether a value is the name of a timezone, such as Europe/Stockholm or UTC. */
const isZone = (value: unknown): value is string =>
	typeof value === 'string' && /^[A-Za-z]+(\/[A-Za-z_+-]+\d{0,2})*$/.test(value) && momentOf('2026-01-01', value).isValid;

/** The timezone of the club, if its profile shows one. */
export function clubZone(evidence: Pick<Evidence, 'sights'>): string | undefined {
	const sight = sightOf(evidence, 'GET /Profile');
	return Object.entries((sight && recordIn(sight)) ?? {}).flatMap(([name, value]) =>
		/zone/i.test(name) && isZone(value) ? [value] : [],
	)[0];
}
