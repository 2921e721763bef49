import type { FreeCall } from '../api/endpoints';
import { endpointOf } from '../api/endpoints';
import { isObject } from './json';

/** What a page says besides its rows (§2.9). */
const ENVELOPE = ['NextCursor', 'PrevCursor', 'Continue', 'NextId', 'PrevId', 'NextDateTime', 'PrevDateTime'];

/**
 * A page of a list; one without rows may leave them out.
 * @reading emptyPage
 */
const isPage = (body: unknown): boolean =>
	isObject(body) && (Array.isArray(body.Results) || ((body.Results ?? null) === null && ENVELOPE.some((name) => name in body)));

const isNothing = (body: unknown): boolean =>
	body === undefined || body === null || body === '' || (isObject(body) && Object.keys(body).length === 0);

/** A bare value, which the answer to a write may be; markup is from somebody in between. */
const isScalar = (body: unknown): boolean =>
	['boolean', 'number'].includes(typeof body) || (typeof body === 'string' && !/^\s*</.test(body));

/**
 * Whether the body of a success is what the club says to a call: a record, a page, an array, or nothing where nothing
 * is to be said. Anything else is from somebody in between, or was cut off, and would pass for an empty result.
 * Of a call that the spec does not show, whatever can be read.
 */
export function isAnswerTo(call: FreeCall, body: unknown): boolean {
	const answer = endpointOf(call)?.answer;
	if (isNothing(body)) return answer === undefined || answer === 'nothing' || answer === 'recordOrNothing';
	switch (answer) {
		case 'page':
			return isPage(body);
		case 'rows':
		case 'rowsOrPage':
			return Array.isArray(body) || isPage(body);
		case 'recordOrNothing':
			return isObject(body) || isScalar(body);
		default:
			return isObject(body) || (answer === undefined && Array.isArray(body));
	}
}

/**
 * An answer as it would be in the words of the rest of the API. Of the single reads of §4.8 nothing is shown: 204 is no such
 * record, and an array of one is the record. A list that says with 204 that it has no content has no rows.
 * @reading singleRecord
 * @reading absentRecord
 */
export function inOneSpelling<A extends { status: number; body: unknown }>(call: FreeCall, answer: A): A {
	const { status, body } = answer;
	const kind = endpointOf(call)?.answer;
	if (status >= 300) return answer;
	if (kind === 'unshownRecord') {
		if (status === 204) return { ...answer, status: 404, body: undefined };
		return Array.isArray(body) && body.length === 1 ? { ...answer, body: (body as unknown[])[0] } : answer;
	}
	const isList = kind === 'page' || kind === 'rows' || kind === 'rowsOrPage';
	return isList && status === 204 ? { ...answer, body: kind === 'page' ? { Results: [], Continue: false } : [] } : answer;
}
