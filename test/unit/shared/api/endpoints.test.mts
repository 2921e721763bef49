import type { FreeCall } from '../../../../nodes/shared/api/endpoints';
import {
	asWritten,
	ascending,
	directionOf,
	ENDPOINTS,
	endpointOf,
	knownCall,
	listBeside,
	maxCountOf,
} from '../../../../nodes/shared/api/endpoints';
import type { Send } from '../../../../nodes/shared/transport/callValues';

/** The largest `count` of §8. */
const LARGEST: Readonly<Record<string, number>> = {
	'GET /Athletes': 1000,
	'GET /Contacts': 1000,
	'GET /Subscriptions': 500,
	'GET /UserSubscriptions': 5000,
	'GET /UserSubscriptions/Active': 5000,
	'GET /Trainings': 100,
	'GET /Athletes/{userId}/Trainings': 100,
	'GET /Classes/Calendars/{calendarType}': 500,
	'GET /Challenges': 1000,
	'GET /Challenges/{challengeId}/Results': 1000,
	'GET /BadgeAwards': 1000,
	'GET /Athletes/{userId}/BadgeAwards': 1000,
	'GET /Athletes/EngagementSummaries': 500,
	'GET /Athletes/MembershipSummaries': 500,
	'GET /Athletes/AttendanceSummaries': 500,
	'GET /Classes/Bookings': 500,
	'GET /Classes/{classId}/Bookings': 500,
	'GET /Athletes/{userId}/Bookings': 500,
};

/** The answers of §4 that are neither a single record nor a page of a list (§2.9). */
const ANSWERS: Readonly<Record<string, readonly string[]>> = {
	rows: ['GET /Athletes/{userId}/UserSubscriptions', 'GET /Webhooks/Subscriptions'],
	nothing: ['DELETE /Webhooks/Subscriptions/{subscriptionId}'],
	// The spec does not show which.
	rowsOrPage: [
		'GET /Classes/Participants/Recent',
		'GET /Classes/{classId}/Participants',
		'GET /Challenges',
		'GET /Challenges/{challengeId}/Results',
	],
	recordOrNothing: [
		'POST /Classes/{classId}/Participants',
		'DELETE /Classes/{classId}/Participants/{userId}',
		'POST /UserSubscriptions/{userSubscriptionId}/Suspension',
		'DELETE /UserSubscriptions/{userSubscriptionId}/Suspension',
		'PUT /Contacts/{userId}/ClientStage',
	],
};

/** What the lists of §4 are ordered by; the later ones where the first is the same. */
const ORDERS: Readonly<Record<string, readonly string[]>> = {
	UserId: [
		'GET /Athletes',
		'GET /Contacts',
		'GET /Athletes/EngagementSummaries',
		'GET /Athletes/MembershipSummaries',
		'GET /Athletes/AttendanceSummaries',
	],
	AchievedBadgeId: ['GET /BadgeAwards', 'GET /Athletes/{userId}/BadgeAwards'],
	'Begin, ClassId, UserId': ['GET /Classes/Bookings', 'GET /Classes/{classId}/Bookings', 'GET /Athletes/{userId}/Bookings'],
	'Begin, ClassId': ['GET /Classes/Calendars/{calendarType}'],
	UserClassSubscriptionId: ['GET /UserSubscriptions', 'GET /UserSubscriptions/Active'],
	ClassSubscriptionId: ['GET /Subscriptions'],
	BeginDateLocal: ['GET /Trainings', 'GET /Athletes/{userId}/Trainings'],
};

const calls = Object.keys(ENDPOINTS) as FreeCall[];

describe('facts of the API description about calls', () => {
	test('maxCountOf gives the largest pages of §8, smaller with telemetry', () => {
		const largest = calls.map((call) => [call, maxCountOf(call)] as const).filter(([, count]) => count !== undefined);
		expect(Object.fromEntries(largest)).toEqual(LARGEST);
		expect(maxCountOf('GET /Trainings', { withTelemetry: true })).toBe(30);
		expect(maxCountOf('GET /Trainings', { withTelemetry: false })).toBe(100);
		expect(maxCountOf('GET /Athletes', { withTelemetry: true })).toBe(1000);
	});

	test('each call has the kind of answer that §4 shows', () => {
		const special = new Map(Object.entries(ANSWERS).flatMap(([answer, of]) => of.map((call) => [call, answer])));
		const expected = calls.map((call) => [call, special.get(call) ?? (call in LARGEST ? 'page' : 'record')]);
		expect(calls.map((call) => [call, endpointOf(call)?.answer])).toEqual(expected);
		expect(calls.filter((call) => special.has(call))).toHaveLength(special.size);
	});

	test('each list has the order that §4 shows', () => {
		const orderOf = (call: FreeCall) => {
			const { orderedBy, thenBy = [] } = endpointOf(call) ?? {};
			return orderedBy && [orderedBy, ...thenBy].join(', ');
		};
		const expected = Object.entries(ORDERS).flatMap(([order, lists]) => lists.map((list) => [list, order]));
		expect(Object.fromEntries(calls.filter(orderOf).map((call) => [call, orderOf(call)]))).toEqual(Object.fromEntries(expected));
	});

	test.each<[FreeCall, object, string | undefined]>([
		['GET /Athletes', {}, undefined],
		['GET /Athletes', { fromId: 3 }, 'forward'],
		['GET /Athletes', { fromId: 3, toId: 9 }, 'forward'],
		['GET /Athletes', { toId: 9 }, 'backward'],
		['GET /Contacts', { fromId: 3 }, 'forward'],
		['GET /Athletes/EngagementSummaries', { toId: 9 }, 'backward'],
		['GET /Athletes/MembershipSummaries', { toId: 9 }, 'backward'],
		['GET /Athletes/AttendanceSummaries', { toId: 9 }, 'backward'],
		['GET /UserSubscriptions', { toId: 9 }, 'backward'],
		['GET /UserSubscriptions/Active', {}, undefined],
		['GET /Subscriptions', { fromId: 3 }, 'forward'],
		['GET /Challenges', { toId: 9 }, undefined],
		['GET /Challenges/{challengeId}/Results', { fromId: 3 }, undefined],
		['GET /Athletes/{userId}/BadgeAwards', {}, 'backward'],
		['GET /Athletes/{userId}/Bookings', {}, 'forward'],
		['GET /Classes/{classId}/Bookings', { to: '2026-01-01' }, 'backward'],
		['GET /BadgeAwards', {}, 'backward'],
		['GET /BadgeAwards', { fromId: 3 }, 'forward'],
		['GET /Classes/Bookings', {}, 'forward'],
		['GET /Classes/Bookings', { to: '2026-01-01' }, 'backward'],
		['GET /Classes/Bookings', { from: '2026-01-01', to: '2026-01-02' }, 'forward'],
		['GET /Classes/Calendars/{calendarType}', { from: '2026-01-01', to: '2026-01-02' }, undefined],
		['GET /Trainings', { to: '2026-01-01' }, undefined],
		['GET /Lockers', {}, undefined],
	])('%s with %j goes %s', (call, query, direction) => {
		expect(directionOf(call, query)).toBe(direction);
	});

	test.each<[FreeCall, object, object]>([
		['GET /Athletes', {}, { fromId: 1 }],
		['GET /Athletes', { toId: 9 }, {}],
		['GET /BadgeAwards', {}, {}],
		['GET /Classes/Bookings', {}, {}],
		['GET /Trainings', {}, {}],
		['GET /Challenges', {}, {}],
	])('%s with %j ascends with the bound %j', (call, query, bound) => {
		expect(ascending(call, query)).toEqual(bound);
	});

	test('people have a look-up by email, and nobody else', () => {
		expect(calls.filter((call) => endpointOf(call)?.byEmail)).toEqual(['GET /Athletes', 'GET /Contacts']);
		expect(listBeside('GET /Contacts/ByEmail')).toBe('GET /Contacts');
	});

	test('a call that does not exist, or that lacks a value of its path, does not compile', async () => {
		const send: Send = async () => ({});
		await send('GET /Athletes', { query: { count: 1 } });
		await send('GET /Athletes/{userId}', { params: { userId: 7 } });
		// @ts-expect-error no such call
		await send('GET /Lockers');
		// @ts-expect-error the id is missing
		await send('GET /Athletes/{userId}');
		// @ts-expect-error another id
		await send('GET /Athletes/{userId}', { params: { classId: 7 } });
		// @ts-expect-error one of two ids
		await send('GET /Classes/{classId}/Participants/{userId}', { params: { classId: 7 } });
	});
});

test.each(Object.keys(ENDPOINTS) as FreeCall[])('%s is known with an ID in place, in small letters and with a slash at its end', (call) => {
	const filled = call.replace(/\{\w+\}/g, '4711') as FreeCall;
	const [method, path] = filled.split(' ');
	for (const typed of [filled, `${method} ${path.toLowerCase()}`, `${filled}/`] as FreeCall[])
		expect(endpointOf(knownCall(typed)!)).toBe(endpointOf(knownCall(filled)!));
	expect(asWritten(`${method} ${path.toLowerCase()}` as FreeCall)).toBe(filled);
});
