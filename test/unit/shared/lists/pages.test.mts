import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { ClubError } from '../../../../nodes/shared/transport/errors';
import type { PageQuery } from '../../../../nodes/shared/lists/step';
import { pagesOf } from '../../../../nodes/shared/lists/pages';
import { type Answer, readList } from '../../support/listPages.mts';

/** A list of `size` rows by the rules of §2.9 and §4.1, read in either direction. */
const listOf =
	(size: number, extra: IDataObject = {}): Answer =>
	({ count = Infinity, cursor }) => {
		const start = cursor ? Number(cursor.slice(1)) : 0;
		const Results = Array.from({ length: Math.max(0, Math.min(count, size - start)) }, (_, i) => ({ UserId: start + i + 1 }));
		const next = `c${start + Results.length}`;
		return { Results, NextCursor: next, PrevCursor: next, Continue: Results.length === count, ...extra };
	};

const idsUpTo = (count: number) => Array.from({ length: count }, (_, i) => ({ UserId: i + 1 }));

describe('pagesOf', () => {
	test('gives every row once, in either direction, with the fewest calls', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.nat(120),
				fc.integer({ min: 1, max: 40 }),
				fc.option(fc.integer({ min: 1, max: 150 }), { nil: undefined }),
				fc.constantFrom('forward' as const, 'backward' as const),
				async (size, maxCount, limit, direction) => {
					const { rows, asked } = await readList(listOf(size), { direction, maxCount, limit });
					expect(rows).toEqual(idsUpTo(Math.min(size, limit ?? size)));
					const wanted = limit ?? Infinity;
					const fewest = wanted <= size ? Math.ceil(wanted / maxCount) : Math.floor(size / maxCount) + 1;
					expect(asked.length).toBe(fewest);
				},
			),
		);
	});

	test('says for each page whether the list goes on, and by which cursor', async () => {
		const pages: unknown[] = [];
		for await (const { more, next } of pagesOf({ fetch: async (query) => listOf(5)(query), direction: 'forward', maxCount: 2 }))
			pages.push({ more, cursor: next?.cursor });
		expect(pages).toEqual([{ more: true, cursor: 'c2' }, { more: true, cursor: 'c4' }, { more: false }]);
		const { value: only } = await pagesOf({
			fetch: async () => ({ Results: [{ UserId: 1 }], Continue: true }),
			direction: 'forward',
			limit: 1,
		}).next();
		expect(only).toMatchObject({ more: true });
	});

	test.each([
		['a bare array', [{ UserId: 1 }], [{ UserId: 1 }]],
		['null results', { Results: null, Continue: true }, []],
		['no results', {}, []],
		['an empty body', '', []],
		['results that are no list', { Results: 7 }, []],
		['no body', undefined, []],
		['rows that are no objects', { Results: [7, null, [1]], Continue: false }, [{ value: 7 }, { value: null }, { value: [1] }]],
		['unknown properties', { Results: [{ UserId: 1, New: { a: 1 } }], Continue: false, More: 1 }, [{ UserId: 1, New: { a: 1 } }]],
	])('accepts %s as a list', async (_, body, rows) => {
		expect((await readList(() => body, { direction: 'forward' })).rows).toEqual(rows);
	});

	test('follows the cursor until an empty page if there is no Continue', async () => {
		expect((await readList(listOf(25, { Continue: null }), { direction: 'forward' })).rows).toEqual(idsUpTo(25));
	});

	test.each([
		['forward', { NextId: 2, NextDateTime: 'later', PrevId: 9 }, { fromId: 2 }],
		['forward', { NextId: 0, NextDateTime: 'later' }, { from: 'later' }],
		['forward', { NextId: '2', NextDateTime: 'later', NextCursor: '' }, { from: 'later' }],
		['backward', { PrevId: 2, PrevDateTime: 'earlier', NextId: 9 }, { toId: 2 }],
		['backward', { PrevDateTime: 'earlier', NextDateTime: 'later' }, { to: 'earlier' }],
	] as const)('without a cursor, %s, uses the legacy value of %j as the bound', async (direction, way, step) => {
		const pages = [
			{ Results: [{ UserId: 1 }], Continue: true, ...way },
			{ Results: [{ UserId: 9 }], Continue: false },
		];
		const { rows, asked } = await readList(() => pages.shift(), { direction, maxCount: 1 });
		expect(rows).toHaveLength(2);
		expect(asked).toEqual([{ count: 1 }, { count: 1, ...step }]);
	});

	test.each([{ NextId: 2 }, { PrevCursor: 'c' }, { NextCursor: 7 }])('ends without Continue if the page has only %j', async (way) => {
		expect((await readList(() => ({ Results: [{ UserId: 1 }], ...way }), { direction: 'forward', maxCount: 1 })).rows).toHaveLength(1);
	});

	test.each([{ NextId: 0 }, { NextId: -1 }, { NextDateTime: '' }, { NextDateTime: 7 }, { PrevId: 4, PrevDateTime: 'earlier' }])(
		'fails if the only way forward is %j',
		async (way) => {
			const read = readList(() => ({ Results: [{ UserId: 1 }], Continue: true, ...way }), { direction: 'forward', maxCount: 1 });
			await expect(read).rejects.toThrow(/goes on, but the club gave no cursor/);
		},
	);

	test('never requests a larger page size than the list allows', async () => {
		const calls: PageQuery[] = [];
		const body = { Results: [{ UserId: 1 }, { UserId: 2 }], Continue: true, NextCursor: 'c2' };
		const fetch = async (query: PageQuery) => (calls.push(query), body);
		const pages = [];
		for await (const page of pagesOf({ fetch, direction: 'forward', maxCount: 10, pageSize: 50, limit: 1 })) pages.push(page);
		expect(pages).toEqual([{ rows: [{ UserId: 1 }], more: true }]);
		expect(calls).toEqual([{ count: 1 }]);
		expect((await readList(listOf(5), { direction: 'forward', pageSize: 50 })).asked).toEqual([{ count: 10 }]);
	});

	test('makes no call if no rows are wanted', async () => {
		expect(await readList(listOf(5), { direction: 'forward', limit: 0 })).toEqual({ rows: [], asked: [] });
	});

	test('fails at a repeated cursor, and says what was read and where', async () => {
		const same = { Results: [{ UserId: 1 }], Continue: true, NextCursor: 'same' };
		await expect(readList(() => same, { direction: 'forward', maxCount: 1 })).rejects.toMatchObject({
			message: 'The club gave the same page twice, so the list would never end',
			description: 'Nothing is missing up to here. Try again later.',
			resume: { rows: 1, cursor: 'same' },
		});
	});

	test('a failure at the first page has the cursor that it began at, unless the club refused it; a foreign error is unchanged', async () => {
		const failing = async (error: Error, start = {}, after = 0) => {
			const pages = idsUpTo(after).map((row) => ({ Results: [row], NextCursor: 'n' }));
			const answer = async () => pages.shift() ?? (await Promise.reject(error));
			return await readList(answer, { direction: 'forward', start }).catch((caught: unknown) => caught);
		};
		const away = (status?: number) => new ClubError('Away', { description: '', status });
		expect(((await failing(away())) as ClubError).resume).toEqual({ rows: 0 });
		expect(((await failing(away(503), { cursor: 'c' })) as ClubError).resume).toEqual({ rows: 0, cursor: 'c' });
		expect(((await failing(away(400), { cursor: 'c' })) as ClubError).resume).toEqual({ rows: 0 });
		expect(((await failing(away(400), { cursor: 'c' }, 1)) as ClubError).resume).toEqual({ rows: 1, cursor: 'n' });
		expect(await failing(new Error('bug'))).not.toHaveProperty('resume');
	});
});
