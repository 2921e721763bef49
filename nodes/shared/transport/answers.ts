import type { Call } from '../api/route';

/** Writes after which the club says nothing, or of whose answer the spec shows nothing (§4.6, §4.7, §4.8). */
const MAY_SAY_NOTHING: ReadonlySet<Call> = new Set<Call>([
	'DELETE /Classes/{classId}/Participants/{userId}',
	'DELETE /UserSubscriptions/{userSubscriptionId}/Suspension',
	'DELETE /Webhooks/Subscriptions/{subscriptionId}',
	'POST /Classes/{classId}/Participants',
	'POST /UserSubscriptions/{userSubscriptionId}/Suspension',
	'PUT /Contacts/{userId}/ClientStage',
]);

/** Lists that are a plain array, or of which the spec does not show what they are (§4.6, §4.7, §4.8). */
const ROWS: ReadonlySet<Call> = new Set<Call>([
	'GET /Athletes/{userId}/UserSubscriptions',
	'GET /Challenges',
	'GET /Challenges/{challengeId}/Results',
	'GET /Classes/Participants/Recent',
	'GET /Classes/{classId}/Participants',
	'GET /Webhooks/Subscriptions',
]);

/** Lists that come in pages (§2.9), by the end of their path. */
const PAGES = /^GET .*\/(Active|Athletes|BadgeAwards|Bookings|Calendars\/\{calendarType\}|Contacts|\w+Summaries|Trainings|\w*Subscriptions)$/;

const isObject = (body: unknown): body is Record<string, unknown> => typeof body === 'object' && body !== null && !Array.isArray(body);

/** A page of a list; its last one may come without rows. */
const isPage = (body: unknown): boolean => isObject(body) && Array.isArray(body.Continue === false ? (body.Results ?? []) : body.Results);

const isNothing = (body: unknown): boolean => body === undefined || body === null || body === '' || (isObject(body) && Object.keys(body).length === 0);

/**
 * Whether the body of a success is what the club says to a call: a record, a page, an array, or nothing where nothing
 * is to be said. Anything else is from somebody in between, or was cut off, and would pass for an empty result.
 */
export function isAnswerTo(call: Call, body: unknown): boolean {
	if (isNothing(body)) return MAY_SAY_NOTHING.has(call);
	if (ROWS.has(call)) return Array.isArray(body) || isPage(body);
	return PAGES.test(call) ? isPage(body) : isObject(body);
}
