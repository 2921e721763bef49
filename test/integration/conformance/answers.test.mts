import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { locator } from '../../support/node.mts';
import { otherClub, type Said } from './support/otherClub.mts';

const club = otherClub();
const CLASS = { resource: 'class', classId: locator('id', 7) };
const ATHLETE = { userId: locator('id', 9) };

describe('participants, whose answers are undocumented (§4.8)', () => {
	const ROWS = [{ UserId: 1 }, { UserId: 2 }, { UserId: 3 }];

	test.each([
		['an array', ROWS],
		['a page', { Results: ROWS, Continue: false }],
		['a page without more', { Results: ROWS }],
	])('%s gives as many rows as are wanted', async (_name, body) => {
		club.answer(() => ({ body }));
		for (const which of [
			{ ...CLASS, operation: 'getParticipants' },
			{ resource: 'booking', operation: 'getRecent' },
		]) {
			expect((await club.run({ ...which, returnAll: true })).rows).toEqual(ROWS);
			expect((await club.run({ ...which, limit: 2 })).rows).toEqual(ROWS.slice(0, 2));
			expect(club.lines()).toEqual([
				which.operation === 'getParticipants' ? 'GET /Classes/7/Participants' : 'GET /Classes/Participants/Recent',
			]);
		}
	});

	test('pages are followed', async () => {
		club.answer(({ query }) => ({
			body: query.has('cursor') ? { Results: [], Continue: true } : { Results: ROWS, Continue: true, NextCursor: 'n' },
		}));
		expect((await club.run({ ...CLASS, operation: 'getParticipants', returnAll: true })).rows).toEqual(ROWS);
	});

	test('a class without participants is an empty list', async () => {
		club.answer(() => ({ body: [] }));
		expect(await club.run({ ...CLASS, operation: 'getParticipants' })).toMatchObject({ rows: [], error: undefined });
	});

	test.each<[string, Said]>([
		['204', { status: 204 }],
		['200 without a body', { status: 200 }],
		['201 with the booking', { status: 201, body: { UserId: 9 } }],
		['202 with null', { status: 202, body: null }],
	])('%s is a success for adding, removing and setting a stage', async (_name, said) => {
		club.answer(() => said);
		const own = (said.body ?? {}) as IDataObject;
		expect((await club.run({ ...CLASS, ...ATHLETE, resource: 'booking', operation: 'create' })).rows).toEqual([own]);
		expect(club.asked).toMatchObject([{ line: 'POST /Classes/7/Participants', body: { UserId: 9 } }]);
		expect((await club.run({ ...CLASS, ...ATHLETE, resource: 'booking', operation: 'delete' })).rows).toEqual([{ ...own, deleted: true }]);
		expect(club.lines()).toEqual(['DELETE /Classes/7/Participants/9']);
		expect((await club.run({ resource: 'contact', operation: 'setClientStage', ...ATHLETE, clientStage: 'Client' })).rows).toEqual([own]);
		expect(club.asked).toMatchObject([{ line: 'PUT /Contacts/9/ClientStage', body: { ClientStage: 'Client' } }]);
	});
});

test.each(['engagement', 'membership', 'attendance'])(
	'undocumented and missing properties of the %s summary pass through unchanged',
	async (summary) => {
		const body = { Status: 'Paused', Memberships: null, Future: { Deep: [1, null] }, CurrentLevel: null, UserId: '9' };
		club.answer(() => ({ body }));
		expect((await club.run({ resource: 'athleteSummary', operation: 'get', summary, ...ATHLETE })).rows).toEqual([body]);
		club.answer(() => ({ body: { Results: [body, {}], Continue: null, Future: 1 } }));
		expect((await club.run({ resource: 'athleteSummary', operation: 'getAll', summary, returnAll: true })).rows).toEqual([body, {}]);
	},
);

const rows = ['2026-11-21T10:00:00', '2026-11-21T10:00:00.123', '2026-11-21T11:00:00+01:00', '2026-11-21T10:30:00Z'].map(
	(Begin, UserId) => ({ Begin, UserId, ClassId: 1 }),
);

test('bookings have the direction of the filters, whatever the form of their times', async () => {
	for (const [filters, cursor] of [
		[{}, 'N'],
		[{ from: '2026-01-01' }, 'N'],
		[{ to: '2027-01-01' }, 'P'],
		[{ from: '2026-01-01', to: '2027-01-01' }, 'N'],
	] as const) {
		const ordered = cursor === 'N' ? rows : [...rows].reverse();
		club.answer(({ query }) => ({
			body: query.has('cursor')
				? { Results: ordered.slice(2), Continue: false }
				: { Results: ordered.slice(0, 2), Continue: true, NextCursor: 'N', PrevCursor: 'P' },
		}));
		expect((await club.run({ resource: 'booking', operation: 'getAll', returnAll: true, filters })).rows).toEqual(ordered);
		expect(club.asked.map(({ query }) => query.get('cursor'))).toEqual([null, cursor]);
		const [first, second] = club.asked.map(({ query }) => [...query].filter(([name]) => name !== 'cursor'));
		expect(second).toEqual(first);
	}
});

test.each(['America/Los_Angeles', 'Pacific/Auckland'])(
	'a class is found by its name and time where a club compares local times, early and late in the day of %s',
	async (timezone) => {
		for (const hour of [0, 23]) {
			const begin = DateTime.fromObject({ year: 2027, month: 6, day: 1, hour, minute: 30 }, { zone: timezone });
			const yoga = { ClassId: 7, Name: 'Yoga', Begin: begin.toUTC().toISO() };
			const compared = begin.setZone('utc', { keepLocalTime: true }).toMillis();
			const isIn = (query: URLSearchParams) => Date.parse(query.get('from')!) <= compared && compared <= Date.parse(query.get('to')!);
			club.answer(({ path, query }) => ({
				body: path === '/Classes/7' ? yoga : { Results: isIn(query) ? [yoga] : [], Continue: false },
			}));
			const classId = locator('nameAndTime', `Yoga, ${begin.toFormat('yyyy-MM-dd HH:mm')}`);
			expect((await club.run({ ...CLASS, operation: 'get', classId }, { timezone })).rows).toEqual([yoga]);
		}
	},
);
