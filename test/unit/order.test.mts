import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { isGuess, orderOf, orderOn } from '../../nodes/shared/records/step';
import { pagesOf } from '../../nodes/shared/records/paging';
import type { PageQuery } from '../../nodes/shared/records/step';

const HOUR = 3_600_000;
const local = (time: number, zone: number): string => new Date(time + zone * HOUR).toISOString().slice(0, 19);

/** A list of trainings in order of their begin, that starts at either end; pages that were read backward come backward. */
function clubOf(rows: IDataObject[], descending: boolean, cursors: 'both' | 'ahead') {
	return async ({ count = 30, cursor }: PageQuery): Promise<IDataObject> => {
		const [way, at] = cursor
			? (JSON.parse(cursor) as ['next' | 'prev', number])
			: [descending ? 'prev' : 'next', descending ? rows.length : 0];
		const [from, to] = way === 'next' ? [at, Math.min(rows.length, at + count)] : [Math.max(0, at - count), at];
		const Results = rows.slice(from, to);
		if (way === 'prev') Results.reverse();
		const leads = (towards: 'next' | 'prev', place: number) =>
			Results.length > 0 && (cursors === 'both' || towards === way) ? JSON.stringify([towards, place]) : null;
		return { Results, NextCursor: leads('next', to), PrevCursor: leads('prev', from), Continue: Results.length === count };
	};
}

const TRAININGS = 'GET /Trainings';
const readAll = async (fetch: (query: PageQuery) => Promise<IDataObject>, maxCount: number, cursor?: string) => {
	const ids: unknown[] = [];
	const plan = {
		fetch,
		direction: (page: IDataObject[]) => orderOn(TRAININGS, page),
		guess: isGuess(TRAININGS),
		orderedBy: 'BeginDateLocal',
		maxCount,
		cursor,
	};
	for await (const { rows } of pagesOf(plan)) ids.push(...rows.map(({ TrainingId }) => TrainingId));
	return ids;
};

describe('a list of local times', () => {
	test('is read whole, each row once, whichever way it goes and wherever its people live', async () => {
		const training = fc.record({ hours: fc.nat(400), zone: fc.integer({ min: -11, max: 13 }), person: fc.integer({ min: 1, max: 9 }) });
		await fc.assert(
			fc.asyncProperty(
				fc.array(training, { maxLength: 160 }),
				fc.boolean(),
				fc.constantFrom('both' as const, 'ahead' as const),
				fc.integer({ min: 1, max: 60 }),
				async (list, descending, cursors, maxCount) => {
					const rows = list
						.sort((a, b) => a.hours - b.hours)
						.map(({ hours, zone, person }, index) => ({
							TrainingId: index,
							UserId: person,
							BeginDateLocal: local(Date.UTC(2026, 0, 1) + hours * HOUR, zone),
						}));
					const ids = await readAll(clubOf(rows, descending, cursors), maxCount);
					expect([...ids].sort((a, b) => Number(a) - Number(b))).toEqual(rows.map(({ TrainingId }) => TrainingId));
				},
			),
			{ numRuns: 300 },
		);
	});

	test('is read whole where a training came in at the other end meanwhile', async () => {
		const rows = Array.from({ length: 90 }, (_, index) => ({
			TrainingId: index,
			UserId: index,
			BeginDateLocal: local(index * HOUR, (index * 7) % 24),
		}));
		let calls = 0;
		const fetch = async (query: PageQuery) => {
			if (calls++ === 1) rows.push({ TrainingId: 90, UserId: 90, BeginDateLocal: local(90 * HOUR, 0) });
			return await clubOf(rows, true, 'both')(query);
		};
		expect(new Set(await readAll(fetch, 30)).size).toBe(91);
	});
});

describe('which way a page goes', () => {
	test('is decided for each person alone if times are local', () => {
		const page = [
			{ UserId: 1, BeginDateLocal: '2026-01-01T20:00:00' },
			{ UserId: 2, BeginDateLocal: '2026-01-01T09:00:00' },
			{ UserId: 1, BeginDateLocal: '2026-01-01T21:00:00' },
			{ UserId: 3, BeginDateLocal: '2026-01-01T03:00:00' },
		];
		expect(orderOn(TRAININGS, page)).toBe('forward');
		expect(orderOn(TRAININGS, page.slice(1, 2))).toBeUndefined();
		expect([isGuess(TRAININGS), isGuess('GET /Athletes'), isGuess('GET /Challenges')]).toEqual([true, false, true]);
	});

	test('is told by most of them where not all go the same way, and by nobody where as many go either', () => {
		const day = (UserId: number, ...days: number[]) => days.map((on) => ({ UserId, BeginDateLocal: `2026-01-0${on}T09:00:00` }));
		expect(orderOn(TRAININGS, [...day(1, 1, 2), ...day(2, 3, 1), ...day(3, 4, 2)])).toBe('backward');
		expect(orderOn(TRAININGS, [...day(1, 1, 2), ...day(2, 3, 1), ...day(3, 2, 4)])).toBe('forward');
		expect(orderOn(TRAININGS, [...day(1, 1, 2), ...day(2, 3, 1)])).toBeUndefined();
	});

	test('is told inside one class by the people in it', () => {
		const page = [9, 7, 4].map((UserId) => ({ Begin: '2026-01-01T09:00:00Z', ClassId: 3, UserId }));
		expect(orderOn('GET /Classes/{classId}/Bookings', page)).toBe('backward');
		expect(orderOf(page, 'Begin')).toBeUndefined();
	});

	test.each([
		[
			'by a rank',
			[
				{ Rank: 9, UserId: 4 },
				{ Rank: 8, UserId: 7 },
				{ Rank: 7, UserId: 1 },
			],
			'backward',
		],
		[
			'by an id',
			[
				{ Rank: 9, UserId: 1 },
				{ Rank: 2, UserId: 4 },
				{ Rank: 5, UserId: 7 },
			],
			'forward',
		],
		[
			'by an id, whatever else goes the other way',
			[
				{ Rank: 2, Score: 4, UserId: 7 },
				{ Rank: 1, Score: 9, UserId: 4 },
			],
			'backward',
		],
		[
			'by numbers that disagree',
			[
				{ Rank: 1, Score: 9 },
				{ Rank: 2, Score: 4 },
			],
			undefined,
		],
		[
			'by no id that is the same in all rows',
			[
				{ Rank: 1, ClassId: 5 },
				{ Rank: 2, ClassId: 5 },
				{ Rank: 3, ClassId: 5 },
			],
			'forward',
		],
		[
			'by no id that goes to and fro',
			[
				{ Rank: 1, UserId: 5 },
				{ Rank: 2, UserId: 9 },
				{ Rank: 3, UserId: 3 },
			],
			'forward',
		],
		[
			'by no text',
			[
				{ Rank: 1, Code: '3' },
				{ Rank: 2, Code: '2' },
				{ Rank: 3, Code: '1' },
			],
			'forward',
		],
		['by a single row', [{ Rank: 1 }], undefined],
		['by nothing', [], undefined],
	])('is told %s where the spec shows no order', (_, page, way) => {
		expect(orderOn('GET /Challenges/{challengeId}/Results', page)).toBe(way);
	});
});
