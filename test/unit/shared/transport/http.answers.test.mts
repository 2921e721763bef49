import { resources } from '../../../../nodes/Club/resources/index.ts';
import { withRows, isAnswerTo } from '../../../../nodes/shared/transport/http';
import type { Call, FreeCall } from '../../../../nodes/shared/api/endpoints';

const PAGE = { Results: [], Continue: false };
const NOTHING = [undefined, null, '', {}];
const operations = resources.flatMap(({ operations: own }) => own);

/** What the spec shows of the answers (§4): everything else is a record. */
const ARRAYS = [
	'GET /Athletes/{userId}/UserSubscriptions',
	'GET /Challenges',
	'GET /Challenges/{challengeId}/Results',
	'GET /Classes/Participants/Recent',
	'GET /Classes/{classId}/Participants',
	'GET /Webhooks/Subscriptions',
];

/** Writes of whose answer the spec shows nothing. */
const MAY_SAY_ANYTHING: string[] = [
	'DELETE /Classes/{classId}/Participants/{userId}',
	'DELETE /UserSubscriptions/{userSubscriptionId}/Suspension',
	'POST /Classes/{classId}/Participants',
	'POST /UserSubscriptions/{userSubscriptionId}/Suspension',
	'PUT /Contacts/{userId}/ClientStage',
];
const listed = new Set(operations.filter(({ list }) => list).flatMap(({ calls }) => calls));
const pages = [...listed].filter((call) => !ARRAYS.includes(call));
const records = [...new Set(operations.flatMap(({ calls }) => calls))].filter((call) => !listed.has(call) && !pages.includes(call));

describe('isAnswerTo: the body of a success', () => {
	test.each(pages)('%s: is a page, also a last one without rows, but no array', (call) => {
		for (const body of [
			PAGE,
			{ Continue: false },
			{ Results: null, Continue: false },
			{ Results: null, Continue: true },
			{ NextCursor: null },
		])
			expect(isAnswerTo(call, body)).toBe(true);
		for (const body of [
			...NOTHING,
			[],
			{ Results: null },
			{ Rows: [] },
			{ Results: {}, Continue: false },
			{ Results: 'text', Continue: true },
			'text',
			7,
		])
			expect(isAnswerTo(call, body)).toBe(false);
	});

	test.each(ARRAYS as Call[])('%s: is an array or a page', (call) => {
		for (const body of [[], [{}], PAGE]) expect(isAnswerTo(call, body)).toBe(true);
		for (const body of [...NOTHING, 'text']) expect(isAnswerTo(call, body)).toBe(false);
	});

	test.each(records)('%s: is an object', (call) => {
		expect(isAnswerTo(call, { UserId: 7 })).toBe(true);
		expect(isAnswerTo(call, [])).toBe(false);
	});

	test.each(records.filter((call) => !MAY_SAY_ANYTHING.includes(call)))('%s: is not a text, number or boolean', (call) => {
		for (const body of ['text', 7, true]) expect(isAnswerTo(call, body)).toBe(false);
	});

	test.each(MAY_SAY_ANYTHING as Call[])('%s: may be a text, number or boolean, since the API description does not show it', (call) => {
		for (const body of ['text', 'less < more', 7, true]) expect(isAnswerTo(call, body)).toBe(true);
	});

	test('of an undocumented call may be anything readable', () => {
		for (const body of [{}, { A: 1 }, [], '', null, 'text', 7, 0, false]) expect(isAnswerTo('GET /Lockers', body)).toBe(true);
	});

	test('may be empty after writes without a documented answer', () => {
		const silent = records.filter((call) => isAnswerTo(call, ''));
		expect(silent.sort()).toEqual([
			'DELETE /Classes/{classId}/Participants/{userId}',
			'DELETE /UserSubscriptions/{userSubscriptionId}/Suspension',
			'DELETE /Webhooks/Subscriptions/{subscriptionId}',
			'POST /Classes/{classId}/Participants',
			'POST /UserSubscriptions/{userSubscriptionId}/Suspension',
			'PUT /Contacts/{userId}/ClientStage',
		]);
		for (const body of NOTHING) expect(records.filter((call) => isAnswerTo(call, body))).toHaveLength(silent.length);
	});
});

describe('withRows: an answer', () => {
	const CLASS = 'GET /Classes/{classId}';
	const spelt = (call: FreeCall, status: number, body: unknown) => withRows(call, { status, body });

	test('of a record without content, or as an array, is no record', () => {
		for (const body of [undefined, null, '', [{ ClassId: 1 }]]) expect(isAnswerTo(CLASS, body)).toBe(false);
	});

	test('of a list without content has no rows', () => {
		expect(spelt('GET /Athletes', 204, '')).toEqual({ status: 204, body: { Results: [], Continue: false } });
		for (const call of ['GET /Webhooks/Subscriptions', 'GET /Challenges'] as const)
			expect(spelt(call, 204, '')).toEqual({ status: 204, body: [] });
		expect(spelt('GET /Athletes', 200, '')).toEqual({ status: 200, body: '' });
	});

	test('of any other call is unchanged', () => {
		for (const call of ['GET /Athletes/{userId}', 'DELETE /Webhooks/Subscriptions/{subscriptionId}', 'GET /Lockers'] as const)
			for (const body of ['', null, [{}]]) expect(spelt(call, 204, body)).toEqual({ status: 204, body });
		for (const call of [CLASS, 'GET /Athletes'] as const) expect(spelt(call, 404, null)).toEqual({ status: 404, body: null });
	});
});
