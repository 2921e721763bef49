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

describe('what a success may hold', () => {
	test.each(pages)('%s: a page, of which the last may be without rows, and no bare array', (call) => {
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

	test.each(ARRAYS as Call[])('%s: an array, or a page where the club should come to give pages', (call) => {
		for (const body of [[], [{}], PAGE]) expect(isAnswerTo(call, body)).toBe(true);
		for (const body of [...NOTHING, 'text']) expect(isAnswerTo(call, body)).toBe(false);
	});

	test.each(records)('%s: an object', (call) => {
		expect(isAnswerTo(call, { UserId: 7 })).toBe(true);
		for (const body of [[], '<html>text</html>', ' \n<html>']) expect(isAnswerTo(call, body)).toBe(false);
	});

	test.each(records.filter((call) => !MAY_SAY_ANYTHING.includes(call)))('%s: no bare value', (call) => {
		for (const body of ['text', 7, true]) expect(isAnswerTo(call, body)).toBe(false);
	});

	test.each(MAY_SAY_ANYTHING as Call[])('%s: a bare value too, since the spec does not show what it says', (call) => {
		for (const body of ['text', 'less < more', 7, true]) expect(isAnswerTo(call, body)).toBe(true);
	});

	test('of a call that the API does not show: whatever can be read', () => {
		for (const body of [{}, { A: 1 }, [], '', null]) expect(isAnswerTo('GET /Lockers', body)).toBe(true);
		for (const body of ['text', 7]) expect(isAnswerTo('GET /Lockers', body)).toBe(false);
	});

	test('nothing at all after the writes that say nothing', () => {
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

describe('an answer', () => {
	const CLASS = 'GET /Classes/{classId}';
	const spelt = (call: FreeCall, status: number, body: unknown) => withRows(call, { status, body });

	test('of a record without content, or as an array, is no record', () => {
		for (const body of [undefined, null, '', [{ ClassId: 1 }]]) expect(isAnswerTo(CLASS, body)).toBe(false);
	});

	test('of a list without content: no rows', () => {
		expect(spelt('GET /Athletes', 204, '')).toEqual({ status: 204, body: { Results: [], Continue: false } });
		for (const call of ['GET /Webhooks/Subscriptions', 'GET /Challenges'] as const)
			expect(spelt(call, 204, '')).toEqual({ status: 204, body: [] });
		expect(spelt('GET /Athletes', 200, '')).toEqual({ status: 200, body: '' });
	});

	test('is as it came for all else', () => {
		for (const call of ['GET /Athletes/{userId}', 'DELETE /Webhooks/Subscriptions/{subscriptionId}', 'GET /Lockers'] as const)
			for (const body of ['', null, [{}]]) expect(spelt(call, 204, body)).toEqual({ status: 204, body });
		for (const call of [CLASS, 'GET /Athletes'] as const) expect(spelt(call, 404, null)).toEqual({ status: 404, body: null });
	});
});
