import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { orderOf, type PageQuery } from '../../../../nodes/shared/lists/step';
import { ClubError } from '../../../../nodes/shared/transport/errors';
import { pagesOf, type Page, type PagingPlan } from '../../../../nodes/shared/lists/pages';
import { type Answer, readList } from '../../support/listPages.mts';

/** Lists of either direction, and lists without cursors. */

const row = (id: number): IDataObject => ({ Id: id });

describe('a list without a documented direction', () => {
	/** Pages of one row of a list from 1 to 3, that starts at either end. */
	const oneByOne =
		(first: number, more: (id: number) => IDataObject = () => ({})): Answer =>
		({ cursor }) => {
			const id = cursor ? Number(cursor) : first;
			const held = id >= 1 && id <= 3;
			return {
				Results: held ? [row(id)] : [],
				Continue: held,
				...(held && { NextCursor: String(id + 1), PrevCursor: String(id - 1) }),
				...more(id),
			};
		};

	test('follows NextCursor', async () => {
		const { rows, asked } = await readList(oneByOne(1));
		expect(rows).toEqual([1, 2, 3].map(row));
		expect(asked.map(({ cursor }) => cursor)).toEqual([undefined, '2', '3', '4']);
	});

	test.each([
		[[3, 2, 1], oneByOne(3, (id) => (id === 3 ? { NextCursor: null } : {}))],
		[[1, 2, 3], oneByOne(1)],
	])('keeps the direction of the first page in a later read: %j', async (expected, club) => {
		const ids: unknown[] = [];
		let start: PagingPlan['start'];
		do {
			const { value } = await pagesOf({ fetch: async (query) => club(query), maxCount: 10, start }).next();
			const { rows, next } = value as Page;
			ids.push(...rows.map(({ Id }) => Id));
			start = next;
		} while (start);
		expect(ids).toEqual(expected);
	});

	test('is an error if NextCursor leads to no rows and PrevCursor to some', async () => {
		const failure = await readList(oneByOne(3)).catch((error: unknown) => error as ClubError);
		expect(failure).toMatchObject({ message: 'The club gives this list from its end, so most of its rows are missing' });
		expect((failure as ClubError).resume).toEqual({ rows: 1 });
	});

	test('costs no more call if its page is not full, or if it starts at a cursor', async () => {
		const { rows, asked } = await readList(() => ({ Results: [row(1)], Continue: false, NextCursor: 'n', PrevCursor: 'p' }));
		expect([rows, asked.length]).toEqual([[row(1)], 1]);
		expect((await readList(oneByOne(3), { start: { cursor: '3' } })).asked.map(({ cursor }) => cursor)).toEqual(['3', '4']);
	});

	test.each([[[]], [[row(1)]]])('ends if the other direction has only the rows of an inclusive bound, after %j', async (ahead) => {
		const read = async (behind: number) =>
			await readList(({ from, to }) => ({
				Results: from ? ahead : to ? [row(behind)] : [row(1), row(2)],
				Continue: !(from ?? to),
				NextDateTime: '2026-03-01T08:00:00Z',
				PrevDateTime: '2026-03-01T08:00:00Z',
			}));
		expect((await read(1)).rows).toEqual([row(1), row(2)]);
		await expect(read(0)).rejects.toThrow('The club gives this list from its end');
	});
});

describe('a list with a documented direction', () => {
	const page = (ids: number[], more: IDataObject = {}): IDataObject => ({ Results: ids.map(row), Continue: true, ...more });

	test.each([
		['forward', [2, 1], 'The rows of this list descend by Id, but for this request they have to ascend'],
		['backward', [1, 2], 'The rows of this list ascend by Id, but for this request they have to descend'],
	] as const)('%s: is an error without rows if the IDs of a page run the other way', async (direction, ids, message) => {
		const pages = pagesOf({ fetch: async () => page([...ids], { Continue: false }), direction, orderedBy: ['Id'], maxCount: 10 });
		await expect(pages.next()).rejects.toMatchObject({ message, resume: { rows: 0 }, failure: { cause: 'configuration-invalid' } });
	});

	test.each([
		['forward', [1, 3], 2],
		['backward', [4, 2], 3],
	] as const)('%s: is an error if a page of one row runs back before the page before it', async (direction, first, second) => {
		const answer: Answer = ({ cursor }) => page(cursor ? [second] : [...first], { NextCursor: 'n', PrevCursor: 'p' });
		await expect(readList(answer, { direction, orderedBy: ['Id'] })).rejects.toMatchObject({ resume: { rows: 2 } });
	});

	test.each([
		['forward', { PrevCursor: 'p', NextCursor: null, NextId: 2, NextDateTime: '2026-03-01T08:00:00Z' }],
		['backward', { NextCursor: 'n', PrevId: 0, PrevDateTime: '2026-03-01T08:00:00Z' }],
	] as const)('%s: ends at a full page whose only cursor leads back', async (direction, cursors) => {
		const { rows, asked } = await readList(() => page([1], cursors), { direction, orderedBy: ['Id'] });
		expect([rows, asked.length]).toEqual([[row(1)], 1]);
	});

	test('gives each row once in the order of the list, whatever the page size, the cursors and the fill of the last page', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.uniqueArray(fc.integer({ min: 1, max: 500 }), { maxLength: 60 }),
				fc.integer({ min: 1, max: 20 }),
				fc.constantFrom('forward' as const, 'backward' as const),
				fc.constantFrom('both', 'ahead', 'none', 'untilEnd'),
				fc.boolean(),
				async (list, maxCount, direction, cursors, endsFull) => {
					const ids = list.sort((a, b) => (direction === 'forward' ? a - b : b - a));
					const answer: Answer = ({ cursor, fromId = 1, toId = 500, count = 1 }) => {
						const at = Number(cursor ?? 0);
						const rest = ids.filter((id) => id >= fromId && id <= toId).slice(at);
						const Results = rest.slice(0, count).map(row);
						const hasMore = rest.length > Results.length;
						const onward = cursors === 'none' || (cursors === 'untilEnd' && !hasMore) ? null : String(at + Results.length);
						const back = cursors === 'both' || cursors === 'untilEnd' ? 'back' : null;
						const [NextCursor, PrevCursor] = direction === 'forward' ? [onward, back] : [back, onward];
						return { Results, Continue: Results.length === count && (hasMore || !endsFull), NextCursor, PrevCursor };
					};
					const { rows, asked } = await readList(answer, { direction, orderedBy: ['Id'], maxCount });
					expect(rows).toEqual(ids.map(row));
					expect(asked.length).toBeLessThanOrEqual(Math.floor(ids.length / maxCount) + 1);
				},
			),
			{ numRuns: 300 },
		);
	});
});

test('a list that gives the same page by another cursor is an error', async () => {
	let cursor = 0;
	await expect(
		readList(() => ({ Results: [row(1)], Continue: true, NextCursor: `n${cursor++}` }), { direction: 'forward' }),
	).rejects.toThrow('The club gave the same page twice, so the list would never end');
});

describe('a list that goes on by time, without a cursor', () => {
	const HOURS = [1, 2, 2, 3, 4];
	const at = (hour: number): string => `2026-03-01T0${hour}:00:00Z`;
	const trainings = HOURS.map((hour, index) => ({ TrainingId: index, Begin: at(hour) }));
	const held: Answer = ({ count, from = at(0), to = at(9) }) => {
		const Results = trainings.filter(({ Begin }) => Begin >= from && Begin <= to).slice(0, count);
		return { Results, Continue: Results.length === count, NextDateTime: Results[Results.length - 1]?.Begin };
	};

	test('gives rows at the bound once, although they come again', async () => {
		const { rows } = await readList(held, { direction: 'forward', maxCount: 3 });
		expect(rows).toEqual(trainings);
		const ways: unknown[] = [];
		for await (const { next, more } of pagesOf({ fetch: async (query) => held(query), direction: 'forward', maxCount: 3 }))
			ways.push(next?.from ?? more);
		expect(ways).toEqual([at(2), at(3), false]);
	});

	test('is an error if all rows of a full page have one time, since rows may be missing', async () => {
		await expect(readList(held, { direction: 'forward', maxCount: 2 })).rejects.toMatchObject({
			message: 'The club gave no cursor, and the same page twice, so the list would never end',
			description: expect.stringContaining('More rows have the same time than fit on one page. Increase "Records per Call"'),
			resume: { from: at(2) },
		});
	});

	/** The newest first, before `to` (§4.4). */
	const heldBefore: Answer = ({ count, to = at(9) }) => {
		const Results = trainings
			.filter(({ Begin }) => Date.parse(Begin) < Date.parse(to))
			.reverse()
			.slice(0, count);
		return { Results, Continue: Results.length === count, PrevDateTime: Results[Results.length - 1]?.Begin };
	};

	test('backward, gives rows at an excluded bound too, each once', async () => {
		const { rows, asked } = await readList(heldBefore, { direction: 'backward', maxCount: 3 });
		expect(rows).toEqual([...trainings].reverse());
		expect(asked[1]).toMatchObject({ to: '2026-03-01T02:00:01Z' });
	});

	test.each([
		['2026-03-01T08:00:00', '2026-03-01T08:00:01'],
		['2026-03-01T08:00:00.250+01:00', '2026-03-01T08:00:01.250+01:00'],
		['2026-03-01T08:00:00+0100', '2026-03-01T08:00:01+01:00'],
		['early', 'early'],
	])('backward, goes on after the bound %s with %s', async (PrevDateTime, to) => {
		const { asked } = await readList((query) => (query.to ? { Results: [] } : { Results: [row(1)], Continue: true, PrevDateTime }), {
			direction: 'backward',
		});
		expect(asked[1]).toMatchObject({ to });
	});

	test('backward, never goes beyond the bound of the user', async () => {
		const to = '2026-03-01T04:00:00.500Z';
		const { asked } = await readList((query) => (query.to ? { Results: [] } : { Results: [row(1)], Continue: true, PrevDateTime: at(4) }), {
			direction: 'backward',
			range: { to },
		});
		expect(asked[1]).toMatchObject({ to });
	});

	test('gives all equal rows of one page, or beyond a cursor', async () => {
		const alike: Answer = ({ cursor }) => ({ Results: [row(1), row(1), row(cursor ? 2 : 1)], Continue: !cursor, NextCursor: 'n' });
		expect((await readList(alike, { direction: 'forward' })).rows).toHaveLength(6);
	});

	test.each([
		['forward', { NextDateTime: at(5) }, { to: at(4) }],
		['backward', { PrevDateTime: at(0) }, { from: at(1) }],
	] as const)('%s: ends at a time outside of the selection', async (direction, legacy, range) => {
		const { rows, asked } = await readList(() => ({ Results: [row(1)], Continue: true, ...legacy }), { direction, range });
		expect([rows, asked.length]).toEqual([[row(1)], 1]);
	});

	test.each([
		['forward', { NextDateTime: at(4) }, { to: at(4) }, { from: at(4) }],
		['backward', { PrevDateTime: at(1) }, { from: at(1) }, { to: '2026-03-01T01:00:01Z' }],
	] as const)('%s: requests a time at the edge of the selection', async (direction, legacy, range, step) => {
		const { asked } = await readList(
			({ from, to }) => ((from ?? to) ? { Results: [] } : { Results: [row(1)], Continue: true, ...legacy }),
			{
				direction,
				range,
			},
		);
		expect(asked[1]).toMatchObject(step);
	});
});

describe('a list that goes on by the last ID, without a cursor or legacy value', () => {
	const MOST = 2_147_483_647;
	/** A list of these ids by the bounds of §4.1, which says of each full page that it goes on. */
	const held =
		(ids: number[]): Answer =>
		({ count, fromId = 1, toId = MOST }) => {
			const Results = ids
				.filter((id) => id >= fromId && id <= toId)
				.slice(0, count)
				.map(row);
			return { Results, Continue: Results.length === count };
		};

	test('says at which ID an interrupted list goes on, and requests only the wanted rows', async () => {
		const ids = held([3, 5, 8, 13, 21]);
		const asked: PageQuery[] = [];
		const answer: Answer = (query) => {
			asked.push(query);
			if (query.fromId === 9) throw new ClubError('Away', { description: '' });
			return ids(query);
		};
		await expect(readList(answer, { direction: 'forward', orderedBy: ['Id'], maxCount: 3, limit: 4 })).rejects.toMatchObject({
			resume: { rows: 3, fromId: 9 },
		});
		expect(asked).toEqual([{ count: 3 }, { count: 1, fromId: 9 }]);
	});

	test('goes on if at least one row has an ID', async () => {
		const answer: Answer = ({ fromId }) => (fromId ? { Results: [] } : { Results: [row(4), { Id: '9' }, { Id: null }], Continue: true });
		expect((await readList(answer, { direction: 'forward', orderedBy: ['Id'] })).asked[1]).toMatchObject({ fromId: 5 });
	});

	test.each([
		['forward', [3, 5, 8], {}],
		['forward', [3, 5, 8], { toId: 8 }],
		['backward', [8, 5, 3], {}],
	] as const)('%s: goes on after pages of one row whose legacy value is the last ID: %j of %j', async (direction, ids, range) => {
		const answer: Answer = ({ fromId = 1, toId = MOST }) => {
			expect(fromId).toBeLessThanOrEqual(toId);
			const [id] = ids.filter((one) => one >= fromId && one <= toId);
			return id ? { Results: [row(id)], Continue: true, NextId: id, PrevId: id } : { Results: [] };
		};
		const bounds = (query: PageQuery) => answer({ ...range, ...query });
		expect((await readList(bounds, { direction, range, maxCount: 1 })).rows).toEqual(ids.map(row));
	});

	test.each([
		['forward', [3, 5, 8, 13, 21], { fromId: 8 }],
		['backward', [21, 13, 8, 5, 3], { toId: 8 }],
	] as const)('%s: gives the repeated row at the legacy value once, and requests one row more: %j', async (direction, ids, step) => {
		const answer: Answer = (query) => {
			const page = held([...ids])(query) as IDataObject;
			const [last] = (page.Results as IDataObject[]).slice(-1);
			return { ...page, NextId: last.Id, PrevId: last.Id };
		};
		const { rows, asked } = await readList(answer, { direction, orderedBy: ['Id'], maxCount: 3, limit: 4 });
		expect(rows).toEqual(ids.slice(0, 4).map(row));
		expect(asked).toEqual([{ count: 3 }, { count: 2, ...step }]);
	});

	test.each([
		['forward', 7, { toId: 7 }],
		['forward', MOST, {}],
		['backward', 1, {}],
		['backward', 7, { fromId: 7 }],
		['backward', 0, {}],
	] as const)('%s: ends at the ID %i for a list of %j', async (direction, id, range) => {
		const { asked } = await readList(() => ({ Results: [row(id)], Continue: true }), { direction, orderedBy: ['Id'], range });
		expect(asked).toHaveLength(1);
	});

	test.each([
		['forward', 6, { toId: 7 }, { fromId: 7 }],
		['forward', MOST - 1, {}, { fromId: MOST }],
		['forward', 6, { fromId: 5 }, { fromId: 7 }],
		['backward', 2, {}, { toId: 1 }],
		['backward', 8, { fromId: 7, toId: 9 }, { toId: 7 }],
	] as const)('%s: does not end at the ID %i for a list of %j', async (direction, id, range, step) => {
		const answer: Answer = ({ fromId, toId }) => ((fromId ?? toId) ? { Results: [] } : { Results: [row(id)], Continue: true });
		expect((await readList(answer, { direction, orderedBy: ['Id'], range })).asked[1]).toMatchObject(step);
	});

	test('is an error if legacy values lead in a circle, after all rows before it', async () => {
		const answer: Answer = ({ fromId = 1 }) => ({ Results: [row(fromId)], Continue: true, NextId: fromId === 5 ? 3 : 5 });
		await expect(readList(answer, { direction: 'forward' })).rejects.toMatchObject({
			message: 'The club gave no cursor, and the same page twice, so the list would never end',
			description: 'Nothing is missing up to here. Try again later.',
			resume: { rows: 3, fromId: 5 },
		});
	});
});

const ordered = (...places: unknown[]) =>
	orderOf(
		places.map((Id) => ({ Id }) as IDataObject),
		'Id',
	);

test.each([
	[[9, 13, 20], 'forward'],
	[[20, 13], 'backward'],
	[[9, 30, 10], 'forward'],
	[['2026-03-01T08:00:00Z', '2026-03-01T09:00:00Z'], 'forward'],
	[['2026-03-01T10:00:00+02:00', '2026-03-01T08:30:00+01:00'], 'backward'],
	[[undefined, 13, 'x', 20, undefined], 'forward'],
	[[7, 7], undefined],
	[[7], undefined],
	[['x', 'y'], undefined],
	[[], undefined],
])('orderOf: the order of the rows %j: %s', (places, way) => {
	expect(ordered(...places)).toBe(way);
});
