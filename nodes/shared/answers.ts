import type { Call } from './route';

/** Writes after which the club says nothing, or of whose answer the spec shows nothing (§4.6, §4.7, §4.8). */
const MAY_SAY_NOTHING: ReadonlySet<Call> = new Set<Call>([
	'DELETE /Classes/{classId}/Participants/{userId}',
	'DELETE /UserSubscriptions/{userSubscriptionId}/Suspension',
	'DELETE /Webhooks/Subscriptions/{subscriptionId}',
	'POST /Classes/{classId}/Participants',
	'POST /UserSubscriptions/{userSubscriptionId}/Suspension',
	'PUT /Contacts/{userId}/ClientStage',
]);

/** Lists, by the end of their path: in pages (§2.9), or a plain array, where the spec shows one or does not say (§4.6, §4.7, §4.8). */
const LIST = /^GET .*\/(Active|Athletes|BadgeAwards|Bookings|Calendars\/\{calendarType\}|Challenges|Contacts|Participants|Recent|Results|\w+Summaries|Trainings|\w*Subscriptions)$/;

const isObject = (body: unknown): body is Record<string, unknown> => typeof body === 'object' && body !== null && !Array.isArray(body);

/** The rows of a list; its last page may come without any. */
const isPage = (body: unknown): boolean =>
	Array.isArray(body) || (isObject(body) && (Array.isArray(body.Results) || (body.Continue === false && (body.Results ?? null) === null)));

const isNothing = (body: unknown): boolean => body === undefined || body === null || body === '' || (isObject(body) && Object.keys(body).length === 0);

/**
 * Whether the body of a success is what the club says to a call: a record, a page or an array of a list, or nothing where nothing
 * is to be said. Anything else is from somebody in between, or was cut off, and would pass for an empty result.
 */
export function isAnswerTo(call: Call, body: unknown): boolean {
	if (isNothing(body)) return MAY_SAY_NOTHING.has(call);
	return LIST.test(call) ? isPage(body) : isObject(body);
}
