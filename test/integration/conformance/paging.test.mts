import type { IDataObject } from 'n8n-workflow';
import { otherClub, type Asked, type Said } from './support/otherClub.mts';

const club = otherClub();
const ALL = { returnAll: true, summary: 'attendance' };

/** How a club may page where the spec leaves it free. */
interface Manner {
	/** What comes first without bounds; with them §4.1 says. */
	unbounded?: 'ascending' | 'descending';
	/** Most rows of a page, whatever was asked for. */
	most?: number;
	/** Whether pages carry cursors; without them only `Continue`, and the legacy values where wanted. */
	cursors?: boolean;
	legacy?: boolean;
}

/** A list of records by id, paged by §2.9 and §4.1. */
const listOf =
	(ids: number[], name: string, { unbounded = 'ascending', most = Infinity, cursors = true, legacy = false }: Manner) =>
	({ query }: Asked): Said => {
		const [fromId, toId] = ['fromId', 'toId'].map((bound) => (query.has(bound) ? Number(query.get(bound)) : undefined));
		if ((fromId ?? 1) > (toId ?? 2147483647)) return { status: 400, body: 'invalid range' };
		const way = query.get('cursor') ?? '';
		const [kind, at] = [way[0], Number(way.slice(1))];
		const back = kind ? kind === 'P' : fromId === undefined && (toId !== undefined || unbounded === 'descending');
		const count = Math.min(most, Number(query.get('count') ?? 100));
		const inRange = ids.filter((id) => id >= (fromId ?? 1) && id <= (toId ?? Infinity) && (!kind || (back ? id < at : id > at)));
		const page = inRange.sort((a, b) => (back ? b - a : a - b)).slice(0, count);
		const [small, large] = [Math.min(...page), Math.max(...page)];
		return {
			body: {
				Results: page.map((id) => ({ [name]: id })),
				Continue: page.length === count,
				...(cursors && page.length > 0 && { NextCursor: `N${large}`, PrevCursor: `P${small}` }),
				...(legacy && { NextId: large + 1, PrevId: small - 1 }),
				Surprise: null,
			},
		};
	};

/** Of badge awards the spec says that the newest come first (§4.3). */
const mannerFor = (resource: string, manner: Manner): Manner =>
	resource === 'badgeAward' ? { ...manner, unbounded: 'descending' } : manner;

const LISTS = [
	['athlete', 'UserId'],
	['contact', 'UserId'],
	['athleteSummary', 'UserId'],
	['badgeAward', 'AchievedBadgeId'],
	['membership', 'UserClassSubscriptionId'],
] as const;

const MANNERS: Array<[string, Manner]> = [
	['the newest first', { unbounded: 'descending' }],
	['the oldest first', { unbounded: 'ascending' }],
	['shorter pages than were asked for', { most: 3 }],
	['no cursor, and legacy values', { cursors: false, legacy: true }],
	['neither cursors nor legacy values', { cursors: false }],
	['neither, the newest first', { cursors: false, unbounded: 'descending' }],
];

const BOUNDS: Array<[IDataObject, (id: number) => boolean]> = [
	[{}, () => true],
	[{ fromId: 5 }, (id) => id >= 5],
	[{ toId: 20 }, (id) => id <= 20],
	[{ fromId: 5, toId: 20 }, (id) => id >= 5 && id <= 20],
	[{ fromId: 5, toId: 5 }, (id) => id === 5],
];

const IDS = Array.from({ length: 12 }, (_, index) => 2 * index + 1);
const numbers = (rows: IDataObject[], name: string): number[] => rows.map((row) => row[name] as number).sort((a, b) => a - b);

describe.each(MANNERS)('a list is read to its end, each row once, from a club with %s', (_name, manner) => {
	test.each(LISTS)('%s by %s, with all possible bounds', async (resource, name) => {
		club.answer(listOf(IDS, name, mannerFor(resource, manner)));
		for (const [index, [filters, selects]] of BOUNDS.entries()) {
			// 4 divides 12, so that a full page is the last one; 5 does not.
			for (const pageSize of index === 0 ? [4, 5, 12] : [4, 5]) {
				const { rows, error } = await club.run({
					resource,
					operation: 'getAll',
					...ALL,
					filters,
					options: { pageSize },
				});
				expect(error).toBeUndefined();
				expect(numbers(rows, name)).toEqual(IDS.filter(selects));
			}
		}
	});
});

test('bookings of one class are read in any order of athletes', async () => {
	const rows = [3, 1, 2].map((UserId) => ({ ClassId: 1, UserId, Begin: '2026-03-01T10:00:00Z' }));
	club.answer(() => ({ body: { Results: rows, Continue: false } }));
	const found = await club.run({ resource: 'booking', operation: 'getAll', ...ALL });
	expect([found.rows, found.error]).toEqual([rows, undefined]);
});

describe('a cursor of an earlier run', () => {
	test.each(LISTS)('%s by %s: a cursor that leads the other way is an error', async (resource, name) => {
		club.answer(listOf(IDS, name, mannerFor(resource, {})));
		for (const [cursor, filters] of [
			['P9', { fromId: 5 }],
			['N9', { toId: 20 }],
		] as const) {
			const { rows, error } = await club.run({ resource, operation: 'getAll', ...ALL, filters, options: { cursor, pageSize: 2 } });
			expect([rows, error?.message]).toEqual([[], expect.stringMatching(/^The rows of this list (a|de)scend by/)]);
		}
	});

	test('is passed unchanged, whatever its characters', async () => {
		const cursor = ' a+b/c==&%25?#;é"\\ ';
		club.answer(({ query }) => ({ body: { Results: [{ UserId: 1 }], Continue: false, NextCursor: query.get('cursor') } }));
		await club.run({ resource: 'athlete', operation: 'getAll', ...ALL, options: { cursor } });
		expect(club.asked[0].query.get('cursor')).toBe(cursor);
	});
});
