import type { IDataObject } from 'n8n-workflow';
import type { Page, PagingPlan } from '../../nodes/shared/records/paging';
import type { PageQuery } from '../../nodes/shared/records/step';
import { orderOf } from '../../nodes/shared/records/step';
import { ClubError } from '../../nodes/shared/transport/errors';
import { pagesOf } from '../../nodes/shared/records/paging';

/** Lists that do not tell which way they go, or have no cursors. */

type Answer = (query: PageQuery) => IDataObject;

async function read(answer: Answer, plan: Partial<PagingPlan> = {}): Promise<{ rows: IDataObject[]; asked: PageQuery[]; ways: unknown[] }> {
	const asked: PageQuery[] = [];
	const fetch = async (query: PageQuery) => answer(asked[asked.push(query) - 1]);
	const rows: IDataObject[] = [];
	const ways: unknown[] = [];
	for await (const page of pagesOf({ fetch, direction: () => undefined, maxCount: 10, ...plan })) {
		rows.push(...page.rows);
		if (page.next) ways.push(page.next.way?.direction);
	}
	return { rows, asked, ways };
}

const row = (id: number): IDataObject => ({ Id: id });

describe('where the first page does not tell which way a list goes', () => {
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

	test('a read that goes on with what a page gave takes the other way too', async () => {
		const ids: unknown[] = [];
		let start: PagingPlan['start'] = {};
		while (start) {
			const fetch = async (query: PageQuery) => oneByOne(3)(query);
			const { value } = await pagesOf({ fetch, direction: () => undefined, maxCount: 10, start }).next();
			const { rows, next } = value as Page;
			ids.push(...rows.map(({ Id }) => Id));
			start = next;
		}
		expect(ids).toEqual([3, 2, 1]);
	});

	test('the way forward is tried first, and kept once it has led to a row', async () => {
		const { rows, asked } = await read(oneByOne(1));
		expect(rows).toEqual([1, 2, 3].map(row));
		expect(asked.map(({ cursor }) => cursor)).toEqual([undefined, '2', '3', '4']);
	});

	test('the other way is taken where the first one leads to nothing', async () => {
		const { rows, asked } = await read(oneByOne(3));
		expect(rows).toEqual([3, 2, 1].map(row));
		expect(asked.map(({ cursor }) => cursor)).toEqual([undefined, '4', '2', '1', '0']);
	});

	test('the only cursor there is leads on', async () => {
		const { rows } = await read(oneByOne(3, () => ({ NextCursor: null })));
		expect(rows).toEqual([3, 2, 1].map(row));
	});

	test.each([
		['nothing is told', undefined, false],
		['what is told is a guess', 'forward', true],
	] as const)('the only cursor there is leads on where %s, and no id is tried the other way', async (_, way, guess) => {
		const { rows, asked } = await read(
			oneByOne(3, () => ({ NextCursor: null })),
			{ direction: () => way, guess, orderedBy: 'Id' },
		);
		expect(rows).toEqual([3, 2, 1].map(row));
		expect(asked).toEqual([undefined, '2', '1', '0'].map((cursor) => ({ count: 10, cursor })));
	});

	test('a way that is certain is kept where the only cursor leads the other way', async () => {
		const { asked } = await read(({ fromId }) => ({ Results: fromId ? [] : [row(3)], Continue: true, PrevCursor: 'p' }), {
			direction: () => 'forward',
			orderedBy: 'Id',
		});
		expect(asked).toEqual([{ count: 10 }, { count: 10, fromId: 4 }]);
	});

	test('a read that goes on, and has to turn, asks for as few rows as are wanted', async () => {
		const start = { cursor: 'n', way: { direction: 'forward', otherwise: { toId: 2 } } } as const;
		const { rows, asked } = await read(({ toId }) => ({ Results: toId ? [row(2)] : [], Continue: true }), { start, limit: 1 });
		expect(rows).toEqual([row(2)]);
		expect(asked).toEqual([
			{ count: 1, cursor: 'n' },
			{ count: 1, toId: 2 },
		]);
	});

	test('a list that is at its end is left alone', async () => {
		const { rows, asked } = await read(() => ({ Results: [row(1)], Continue: false, NextCursor: 'n', PrevCursor: 'p' }));
		expect([rows, asked.length]).toEqual([[row(1)], 1]);
	});

	test('a list of one full page costs one call for either way', async () => {
		const { rows, asked } = await read(({ cursor }) =>
			cursor ? { Results: [], Continue: false } : { Results: [row(1)], Continue: true, NextCursor: 'n', PrevCursor: 'p' },
		);
		expect([rows, asked.map(({ cursor }) => cursor)]).toEqual([[row(1)], [undefined, 'n', 'p']]);
	});

	test('a page that only gives again what was there proves no way', async () => {
		const { rows } = await read(({ cursor, fromId }) => {
			if (cursor) return { Results: [row(1)], Continue: false };
			return fromId ? { Results: [row(3)], Continue: false } : { Results: [row(3), row(2)], Continue: true, PrevCursor: 'p', NextId: 3 };
		});
		expect(rows).toEqual([3, 2, 1].map(row));
	});

	test('no way on at all is an error, not an end', async () => {
		await expect(read(() => ({ Results: [row(1)], Continue: true }))).rejects.toThrow('no cursor for the next page');
	});

	test('where it tells, only that way is taken', async () => {
		const { rows, asked } = await read(oneByOne(3), { direction: () => 'forward' });
		expect([rows, asked.length]).toEqual([[row(3)], 2]);
	});
});

describe('a PrevCursor of the user', () => {
	const UNTIL = 6;
	/** The ids before a cursor, in pages that ascend or descend; `after` leads the other way. */
	const listOf =
		(turned: boolean): Answer =>
		({ cursor = '', count = 1 }) => {
			const [towards, place] = [cursor[0], Number(cursor.slice(1))];
			const ids = [1, 2, 3, 4, 5, 6, 7, 8].filter((id) => (towards === 'P' ? id < place : id > place));
			const page = towards === 'P' ? ids.slice(-count) : ids.slice(0, count);
			return {
				Results: (towards === 'P' && !turned ? page.reverse() : page).map(row),
				Continue: page.length === count,
				...(page.length > 0 && { NextCursor: `N${Math.max(...page)}`, PrevCursor: `P${Math.min(...page)}` }),
			};
		};
	const readBefore = async (turned: boolean, start: string, plan: Partial<PagingPlan> = {}) =>
		await read(listOf(turned), {
			direction: (rows) => orderOf(rows, 'Id'),
			orderedBy: 'Id',
			start: { cursor: start },
			isUnknownStart: true,
			maxCount: 2,
			...plan,
		});
	/** How it is gone on after a first page of the ids 4 and 5, where the club says this of the row next to the cursor. */
	const goesOn = async (first: IDataObject, nearest: unknown, plan: Partial<PagingPlan> = {}) => {
		const page = { Results: [row(4), row(5)], Continue: true, NextCursor: 'N', PrevCursor: 'P', ...first };
		const answer: Answer = ({ count, cursor }) => {
			if (cursor === 'start') return count === 1 ? ({ Results: nearest } as IDataObject) : page;
			return { Results: [], Continue: false };
		};
		const { asked } = await read(answer, {
			direction: (rows) => orderOf(rows, 'Id'),
			start: { cursor: 'start' },
			isUnknownStart: true,
			maxCount: 2,
			...plan,
		});
		return asked.map(({ cursor }) => cursor);
	};

	test('is followed to the smaller ids, whichever way the rows of a page go', async () => {
		for (const turned of [true, false]) {
			const { rows } = await readBefore(turned, `P${UNTIL}`);
			expect(rows.map(({ Id }) => Id).sort()).toEqual([1, 2, 3, 4, 5]);
		}
	});

	test('costs a call more where its rows ascend, and a NextCursor leads on to the larger ids', async () => {
		expect((await readBefore(false, `P${UNTIL}`)).asked).toHaveLength(3);
		expect((await readBefore(true, `P${UNTIL}`)).asked.slice(0, 2)).toEqual([
			{ count: 2, cursor: 'P6' },
			{ count: 1, cursor: 'P6' },
		]);
		const { rows } = await readBefore(true, 'N3');
		expect(rows).toEqual([4, 5, 6, 7, 8].map(row));
	});

	test('leads to no larger ids in the end, though the order of the list is a guess', async () => {
		const { rows, ways } = await readBefore(true, `P${UNTIL}`, { guess: true });
		expect(rows.map(({ Id }) => Id).sort()).toEqual([1, 2, 3, 4, 5]);
		expect(new Set(ways)).toEqual(new Set(['backward']));
	});

	test.each([
		['the page has one row', { Results: [row(5)] }, {}, ['start', 'N', 'P']],
		['the list ends there', { Continue: false }, {}, ['start']],
		['nothing leads back', { PrevCursor: null }, {}, ['start', 'N']],
		['no more rows are wanted', {}, { limit: 2 }, ['start']],
		['the list takes no count', {}, { maxCount: undefined }, ['start', 'N']],
		['the cursor is known to lead on', {}, { isUnknownStart: false }, ['start', 'N']],
	])('costs no call more where %s', async (_, first, plan, cursors) => {
		expect(await goesOn(first, [row(5)], plan)).toEqual(cursors);
	});

	test.each([
		['back', 'the last of its page', {}, [row(5)], 'P'],
		['on', 'the first of its page', {}, [row(4)], 'N'],
		['on', 'another one by now', {}, [row(3)], 'N'],
		['on', 'not there any more', {}, null, 'N'],
		['on', 'like all of its page', { Results: [row(5), row(5)] }, [row(5)], 'N'],
	])('is read %s where the row next to it is %s', async (_, _where, first, nearest, leads) => {
		expect((await goesOn(first, nearest)).slice(0, 3)).toEqual(['start', 'start', leads]);
	});
});

describe('where a time leads on, since there is no cursor', () => {
	const HOURS = [1, 2, 2, 3, 4];
	const at = (hour: number): string => `2026-03-01T0${hour}:00:00Z`;
	const trainings = HOURS.map((hour, index) => ({ TrainingId: index, Begin: at(hour) }));
	const held: Answer = ({ count, from = at(0), to = at(9) }) => {
		const Results = trainings.filter(({ Begin }) => Begin >= from && Begin <= to).slice(0, count);
		return { Results, Continue: Results.length === count, NextDateTime: Results[Results.length - 1]?.Begin };
	};

	test('rows at the bound, which come again, are given once', async () => {
		const { rows } = await read(held, { direction: 'forward', maxCount: 3 });
		expect(rows).toEqual(trainings);
	});

	test('with a limit, too', async () => {
		const { rows } = await read(held, { direction: 'forward', maxCount: 3, limit: 4 });
		expect(rows).toEqual(trainings.slice(0, 4));
	});

	test('a page that cannot be left is an error, since rows may be missing; it speaks of no cursor', async () => {
		await expect(read(held, { direction: 'forward', maxCount: 2 })).rejects.toMatchObject({
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

	test('backward, rows of the moment that a bound excludes come too, each once', async () => {
		const { rows, asked } = await read(heldBefore, { direction: 'backward', maxCount: 3 });
		expect(rows).toEqual([...trainings].reverse());
		expect(asked[1]).toMatchObject({ to: '2026-03-01T02:00:01Z' });
	});

	test.each([
		['2026-03-01T08:00:00', '2026-03-01T08:00:01'],
		['2026-03-01T08:00:00.250+01:00', '2026-03-01T08:00:01.250+01:00'],
		['2026-03-01T08:00:00+0100', '2026-03-01T08:00:01+01:00'],
		['early', 'early'],
	])('backward, the bound %s goes on with %s', async (PrevDateTime, to) => {
		const { asked } = await read((query) => (query.to ? { Results: [] } : { Results: [row(1)], Continue: true, PrevDateTime }), {
			direction: 'backward',
		});
		expect(asked[1]).toMatchObject({ to });
	});

	test('backward, never beyond the bound of the user', async () => {
		const to = '2026-03-01T04:00:00.500Z';
		const { asked } = await read((query) => (query.to ? { Results: [] } : { Results: [row(1)], Continue: true, PrevDateTime: at(4) }), {
			direction: 'backward',
			range: { to },
		});
		expect(asked[1]).toMatchObject({ to });
	});

	test('rows that are alike in one page, or beyond a cursor, are all given', async () => {
		const alike: Answer = ({ cursor }) => ({ Results: [row(1), row(1)], Continue: !cursor, NextCursor: 'n' });
		expect((await read(alike, { direction: 'forward' })).rows).toHaveLength(4);
	});

	test.each([
		['forward', { NextDateTime: at(5) }, { to: at(4) }],
		['backward', { PrevDateTime: at(0) }, { from: at(1) }],
	] as const)('%s: a time outside of what is selected is the end of the list', async (direction, legacy, range) => {
		const { rows, asked } = await read(() => ({ Results: [row(1)], Continue: true, ...legacy }), { direction, range });
		expect([rows, asked.length]).toEqual([[row(1)], 1]);
	});

	test.each([
		['forward', { NextDateTime: at(4) }, { to: at(4) }, { from: at(4) }],
		['backward', { PrevDateTime: at(1) }, { from: at(1) }, { to: '2026-03-01T01:00:01Z' }],
	] as const)('%s: a time at the edge of it is asked for', async (direction, legacy, range, step) => {
		const { asked } = await read(({ from, to }) => ((from ?? to) ? { Results: [] } : { Results: [row(1)], Continue: true, ...legacy }), {
			direction,
			range,
		});
		expect(asked[1]).toMatchObject(step);
	});
});

describe('where the last id leads on, since there is neither a cursor nor a legacy value', () => {
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

	test.each([
		['forward', [3, 5, 8, 13, 21], [{}, { fromId: 6 }, { fromId: 14 }]],
		['backward', [21, 13, 8, 5, 3], [{}, { toId: 12 }, { toId: 4 }]],
		['forward', [5, 3, 13, 8, 21], [{}, { fromId: 6 }, { fromId: 14 }]],
	] as const)('%s: it does, whatever gaps there are: %j', async (direction, ids, steps) => {
		const { rows, asked } = await read(held([...ids]), { direction, orderedBy: 'Id', maxCount: 2 });
		expect(rows).toEqual(ids.map(row));
		expect(asked).toEqual(steps.map((step) => expect.objectContaining(step)));
		expect(Object.keys(asked[0])).toEqual(['count']);
	});

	test('an interrupted list says at which id it goes on, and as few rows are asked for as are wanted', async () => {
		const ids = held([3, 5, 8, 13, 21]);
		const asked: PageQuery[] = [];
		const answer: Answer = (query) => {
			asked.push(query);
			if (query.fromId === 9) throw new ClubError('Away', { description: '' });
			return ids(query);
		};
		await expect(read(answer, { direction: 'forward', orderedBy: 'Id', maxCount: 3, limit: 4 })).rejects.toMatchObject({
			resume: { rows: 3, fromId: 9 },
		});
		expect(asked).toEqual([{ count: 3 }, { count: 1, fromId: 9 }]);
	});

	test('rows without an id do not hinder, as long as one has it', async () => {
		const answer: Answer = ({ fromId }) => (fromId ? { Results: [] } : { Results: [row(4), { Id: '9' }, { Id: null }], Continue: true });
		expect((await read(answer, { direction: 'forward', orderedBy: 'Id' })).asked[1]).toMatchObject({ fromId: 5 });
	});

	test('no id at all is no way on', async () => {
		await expect(read(() => ({ Results: [{ Id: '9' }], Continue: true }), { direction: 'forward', orderedBy: 'Id' })).rejects.toThrow(
			'no cursor for the next page',
		);
	});

	test('a legacy value goes before it', async () => {
		const answer: Answer = ({ fromId }) => (fromId ? { Results: [] } : { Results: [row(4)], Continue: true, NextId: 40 });
		expect((await read(answer, { direction: 'forward', orderedBy: 'Id' })).asked[1]).toMatchObject({ fromId: 40 });
	});

	test.each([
		['forward', [3, 5, 8], {}],
		['forward', [3, 5, 8], { toId: 8 }],
		['backward', [8, 5, 3], {}],
	] as const)(
		'%s: one that names the last id of its page leads on where a page has one row only: %j of %j',
		async (direction, ids, range) => {
			const answer: Answer = ({ fromId = 1, toId = MOST }) => {
				expect(fromId).toBeLessThanOrEqual(toId);
				const [id] = ids.filter((one) => one >= fromId && one <= toId);
				return id ? { Results: [row(id)], Continue: true, NextId: id, PrevId: id } : { Results: [] };
			};
			const bounds = (query: PageQuery) => answer({ ...range, ...query });
			expect((await read(bounds, { direction, range, maxCount: 1 })).rows).toEqual(ids.map(row));
		},
	);

	test.each([
		['forward', [3, 5, 8, 13, 21], { fromId: 8 }],
		['backward', [21, 13, 8, 5, 3], { toId: 8 }],
	] as const)('%s: the row that it names comes again, is asked for with those wanted, and given once: %j', async (direction, ids, step) => {
		const answer: Answer = (query) => {
			const page = held([...ids])(query);
			const [last] = (page.Results as IDataObject[]).slice(-1);
			return { ...page, NextId: last.Id, PrevId: last.Id };
		};
		const { rows, asked } = await read(answer, { direction, orderedBy: 'Id', maxCount: 3, limit: 4 });
		expect(rows).toEqual(ids.slice(0, 4).map(row));
		expect(asked).toEqual([{ count: 3 }, { count: 2, ...step }]);
	});

	test.each([
		['forward', 7, { toId: 7 }],
		['forward', MOST, {}],
		['backward', 1, {}],
		['backward', 0, {}],
	] as const)('%s: the id %i ends a list of %j', async (direction, id, range) => {
		const { asked } = await read(() => ({ Results: [row(id)], Continue: true }), { direction, orderedBy: 'Id', range });
		expect(asked).toHaveLength(1);
	});

	test.each([
		['forward', 6, { toId: 7 }, { fromId: 7 }],
		['forward', MOST - 1, {}, { fromId: MOST }],
		['forward', 6, { fromId: 5 }, { fromId: 7 }],
		['backward', 2, {}, { toId: 1 }],
		['backward', 8, { toId: 9 }, { toId: 7 }],
	] as const)('%s: the id %i does not end a list of %j', async (direction, id, range, step) => {
		const answer: Answer = ({ fromId, toId }) => ((fromId ?? toId) ? { Results: [] } : { Results: [row(id)], Continue: true });
		expect((await read(answer, { direction, orderedBy: 'Id', range })).asked[1]).toMatchObject(step);
	});

	test('one that leads in a circle is an error, and nothing is missing before it', async () => {
		const answer: Answer = ({ fromId = 1 }) => ({ Results: [row(fromId)], Continue: true, NextId: fromId === 5 ? 3 : 5 });
		await expect(read(answer, { direction: 'forward', orderedBy: 'Id' })).rejects.toMatchObject({
			message: 'The club gave no cursor, and the same page twice, so the list would never end',
			description: 'Nothing is missing up to here. Try again later.',
			resume: { rows: 3, fromId: 5 },
		});
	});

	test('a smallest id makes a list ascend, so that it cannot be read backward', async () => {
		const answer = () => ({ Results: [row(9)], Continue: true });
		await expect(read(answer, { direction: 'backward', orderedBy: 'Id', range: { fromId: 5 } })).rejects.toThrow(
			'no cursor for the next page',
		);
	});
});

describe('which way rows go', () => {
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
	])('%j: %s', (places, way) => {
		expect(ordered(...places)).toBe(way);
	});
});
