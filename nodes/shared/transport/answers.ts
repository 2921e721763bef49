import type { FreeCall } from '../api/endpoints';
import { endpointOf } from '../api/endpoints';
import { isObject } from './json';

/** A page of a list; its last one may come without rows. */
const isPage = (body: unknown): boolean => isObject(body) && Array.isArray(body.Continue === false ? (body.Results ?? []) : body.Results);

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
