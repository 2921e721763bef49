import { resources } from '../../nodes/Club/resources/index';
import { isAnswerTo } from '../../nodes/shared/answers';

const PAGE = { Results: [], Continue: false };
const NOTHING = [undefined, null, '', {}];
const operations = resources.flatMap(({ operations: own }) => own);

/** What the spec shows of the answers (§4): everything else is a record. */
const lists = [...new Set(operations.filter(({ list }) => list).flatMap(({ calls }) => calls))];
const records = [...new Set(operations.flatMap(({ calls }) => calls))].filter((call) => !lists.includes(call));

describe('what a success may hold', () => {
	test.each(lists)('%s: a page or an array, of which the last may be without rows', (call) => {
		for (const body of [PAGE, [], [{}], { Continue: false }, { Results: null, Continue: false }]) expect(isAnswerTo(call, body)).toBe(true);
		for (const body of [...NOTHING, { Results: null }, { Results: null, Continue: true }, { Results: {}, Continue: false }, { Error: 'x' }, 'text', 7]) {
			expect(isAnswerTo(call, body)).toBe(false);
		}
	});

	test.each(records)('%s: an object', (call) => {
		expect(isAnswerTo(call, { UserId: 7 })).toBe(true);
		for (const body of [[], 'text', 7, true]) expect(isAnswerTo(call, body)).toBe(false);
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
