import { withRows, isAnswerTo } from '../../../../nodes/shared/transport/http';
import { ENDPOINTS, type Call, type FreeCall } from '../../../../nodes/shared/api/endpoints';

const PAGES = [
	{ Results: [], Continue: false },
	{ Continue: false },
	{ Results: null, Continue: false },
	{ Results: null, Continue: true },
	{ NextCursor: null },
];
const NO_PAGES = [{ Results: null }, { Rows: [] }, { Results: {}, Continue: false }, { Results: 'text', Continue: true }];
const ARRAYS = [[], [{}]];
const NOTHING = [undefined, null, '', {}];
const VALUES = ['text', 'less < more', 7, true];
const RECORDS = [{ UserId: 7 }];

/** Bodies that are answers of each kind, and bodies that are not. */
const KINDS: Readonly<Record<string, [taken: unknown[], refused: unknown[]]>> = {
	page: [PAGES, [...NO_PAGES, ...ARRAYS, ...NOTHING, ...VALUES]],
	rows: [
		[...PAGES, ...ARRAYS],
		[...NO_PAGES, ...NOTHING, ...VALUES],
	],
	rowsOrPage: [
		[...PAGES, ...ARRAYS],
		[...NO_PAGES, ...NOTHING, ...VALUES],
	],
	record: [RECORDS, [...ARRAYS, ...NOTHING, ...VALUES]],
	// The API description doesn't show them.
	recordOrNothing: [[...RECORDS, ...NOTHING, ...VALUES], ARRAYS],
	nothing: [
		[...RECORDS, ...NOTHING],
		[...ARRAYS, ...VALUES],
	],
};

describe('isAnswerTo: the body of a success', () => {
	test.each(Object.keys(ENDPOINTS) as Call[])('%s: is of its kind', (call) => {
		const [taken, refused] = KINDS[ENDPOINTS[call].answer];
		for (const body of taken) expect([body, isAnswerTo(call, body)]).toEqual([body, true]);
		for (const body of refused) expect([body, isAnswerTo(call, body)]).toEqual([body, false]);
	});

	test('of an undocumented call may be anything readable', () => {
		for (const body of [...RECORDS, ...ARRAYS, ...NOTHING, ...VALUES, 0, false]) expect(isAnswerTo('GET /Lockers', body)).toBe(true);
	});
});

describe('withRows: an answer', () => {
	const CLASS = 'GET /Classes/{classId}';
	const spelt = (call: FreeCall, status: number, body: unknown) => withRows(call, { status, body });

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
